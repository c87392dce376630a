package io.mooncake.client.gateway;

import io.mooncake.client.core.ExtentLocation;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Moves bytes of objects between memory of this process and extents of the cluster.
 *
 * <p>Thread safety: every method may be called by any thread.
 *
 * <p>Ownership: the memory belongs to the transfer until every extent has ended.
 */
public interface TransferGateway {

    /** Starts to write these parts of the object to where they belong. */
    ExtentTransfer write(List<ExtentLocation> extents, MemorySegment object, long deadlineNanos);

    /** Starts to read these parts of the object from where they lie. */
    ExtentTransfer read(List<ExtentLocation> extents, MemorySegment object, long deadlineNanos);
}
