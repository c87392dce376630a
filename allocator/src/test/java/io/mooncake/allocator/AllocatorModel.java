package io.mooncake.allocator;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A naive allocator's view: the free holes in a sorted map. It checks what another hands out; it chooses nothing. */
final class AllocatorModel {

    private final long capacityBytes;
    private final long alignmentBytes;
    private final TreeMap<Long, Long> holes = new TreeMap<>();
    private final TreeMap<Long, Integer> holeLengths = new TreeMap<>();
    private long allocatedBytes;
    private long freeBytes;
    private long count;

    AllocatorModel(long capacityBytes, long alignmentBytes) {
        this.capacityBytes = capacityBytes;
        this.alignmentBytes = alignmentBytes;
        freeBytes = capacityBytes;
        addHole(0, capacityBytes);
    }

    /** Notes a range that was handed out; throws when it is not free. */
    void take(Allocation taken) {
        long offset = taken.offsetBytes();
        long length = rounded(taken.lengthBytes());
        Map.@Nullable Entry<Long, Long> hole = holes.floorEntry(offset);
        if (offset % alignmentBytes != 0 || hole == null || offset + length > hole.getKey() + hole.getValue()) {
            throw new AssertionError(taken + " is not free");
        }
        long holeOffset = hole.getKey();
        long holeEnd = holeOffset + hole.getValue();
        removeHole(holeOffset);
        addHole(holeOffset, offset - holeOffset);
        addHole(offset + length, holeEnd - offset - length);
        allocatedBytes += taken.lengthBytes();
        freeBytes -= length;
        count++;
    }

    void free(Allocation victim) {
        long offset = victim.offsetBytes();
        long end = offset + rounded(victim.lengthBytes());
        freeBytes += end - offset;
        Map.@Nullable Entry<Long, Long> before = holes.lowerEntry(offset);
        if (before != null && before.getKey() + before.getValue() == offset) {
            offset = before.getKey();
            removeHole(offset);
        }
        Long after = holes.get(end);
        if (after != null) {
            removeHole(end);
            end += after;
        }
        addHole(offset, end - offset);
        allocatedBytes -= victim.lengthBytes();
        count--;
    }

    private void addHole(long offset, long length) {
        if (length > 0) {
            holes.put(offset, length);
            holeLengths.merge(length, 1, Integer::sum);
        }
    }

    private void removeHole(long offset) {
        long length = Objects.requireNonNull(holes.remove(offset));
        holeLengths.compute(length, (key, seen) -> seen == null || seen == 1 ? null : seen - 1);
    }

    FreeSpaceReport report() {
        return new FreeSpaceReport(capacityBytes, allocatedBytes, freeBytes, longestHole(), count, holes.size());
    }

    long longestHole() {
        return holeLengths.isEmpty() ? 0 : holeLengths.lastKey();
    }

    long allocatedBytes() {
        return allocatedBytes;
    }

    /** Whether the longest holes hold this length within the limits. */
    boolean holds(long lengthBytes, PieceLimits limits) {
        long rest = lengthBytes;
        int pieces = 0;
        for (Map.Entry<Long, Integer> entry : holeLengths.descendingMap().entrySet()) {
            for (int i = 0; i < entry.getValue(); i++) {
                if (pieces == limits.maximumPieces() || entry.getKey() < Math.min(rest, limits.smallestBytes())) {
                    return false;
                }
                pieces++;
                rest -= entry.getKey();
                if (rest <= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    long rounded(long lengthBytes) {
        return (lengthBytes + alignmentBytes - 1) / alignmentBytes * alignmentBytes;
    }
}
