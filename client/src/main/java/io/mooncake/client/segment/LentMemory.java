package io.mooncake.client.segment;

import io.mooncake.client.gateway.OfferedSegment;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The segments that this process lends.
 *
 * <p>Thread safety: one thread at a time renews or closes; {@link #offered} may be called by any thread.
 */
public interface LentMemory extends AutoCloseable {

    /** What is offered now. */
    List<OfferedSegment> offered();

    /**
     * Puts every segment but these under a new region base and a new id; nobody reaches it under the old one any more.
     *
     * @return what is offered now
     */
    List<OfferedSegment> renewExcept(Set<UUID> segmentsInUse);

    /** Takes all segments from the reach of peers, and frees them. */
    @Override
    void close();
}
