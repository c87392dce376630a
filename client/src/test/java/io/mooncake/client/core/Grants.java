package io.mooncake.client.core;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Grants and locations for tests: every replica of 100 bytes in two extents. */
final class Grants {

    static final long SIZE_BYTES = 100;
    static final long SLICE_BYTES = 64;
    static final Checksums CHECKSUMS = new Checksums(List.of(1, 2), 3);

    private Grants() {}

    static ReplicaLocation replica(int index) {
        UUID segment = new UUID(0, index);
        return new ReplicaLocation(
                index,
                List.of(
                        new ExtentLocation(segment, "host:" + index, 1 << 30, 64, 0),
                        new ExtentLocation(segment, "host:" + index, (1 << 30) + 64, 36, 64)),
                1);
    }

    static Answer<PutGrant> grant(int replicas) {
        return new Answer.Accepted<>(new PutGrant(77, SLICE_BYTES, replicas(replicas)));
    }

    static Answer<ObjectLocation> object(int replicas, @Nullable Checksums checksums, long leaseTtlNanos) {
        return new Answer.Accepted<>(
                new ObjectLocation(SIZE_BYTES, SLICE_BYTES, replicas(replicas), checksums, leaseTtlNanos));
    }

    private static List<ReplicaLocation> replicas(int count) {
        List<ReplicaLocation> replicas = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            replicas.add(replica(index));
        }
        return replicas;
    }
}
