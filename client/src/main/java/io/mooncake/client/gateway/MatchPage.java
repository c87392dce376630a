package io.mooncake.client.gateway;

import io.mooncake.client.core.Key;
import io.mooncake.client.core.ObjectLocation;
import java.util.List;

/**
 * Some of the objects whose keys a pattern finds.
 *
 * @param matches each holds a lease
 * @param nextCursor where to go on; 0: that was all
 */
public record MatchPage(List<Match> matches, long nextCursor) {

    /** Copies the list. */
    public MatchPage {
        matches = List.copyOf(matches);
    }

    /** An object and its key. */
    public record Match(Key key, ObjectLocation object) {}
}
