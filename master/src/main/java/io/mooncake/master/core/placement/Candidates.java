package io.mooncake.master.core.placement;

import java.util.List;

/**
 * Segments in the order in which they are tried: some that were chosen, then consecutive ones from a position on.
 *
 * @param chosen tried first
 * @param consecutive all segments; tried from {@code start} on, around the end
 * @param start position of the first
 * @param attempts how many consecutive ones are tried
 */
public record Candidates<S extends SegmentView>(List<S> chosen, List<S> consecutive, long start, int attempts) {

    /** Most consecutive segments that are tried. */
    public static final int MAXIMUM_ATTEMPTS = 100;

    static <S extends SegmentView> Candidates<S> consecutive(List<S> chosen, List<S> all, long start) {
        return new Candidates<>(chosen, all, start, Math.min(MAXIMUM_ATTEMPTS, all.size()));
    }

    /** How many segments are tried; one may be tried twice. */
    public int count() {
        return chosen.size() + attempts;
    }

    /** The segment that is tried at this position, from 0 on. */
    public S get(int position) {
        return position < chosen.size()
                ? chosen.get(position)
                : consecutive.get((int) ((start + position - chosen.size()) % consecutive.size()));
    }
}
