package io.mooncake.bench.simulation;

import io.mooncake.client.core.ExtentLocation;
import io.mooncake.client.core.PutGrant;
import io.mooncake.client.core.ReplicaLocation;
import io.mooncake.master.core.Checksums;
import io.mooncake.master.core.ExtentDescriptor;
import io.mooncake.master.core.ObjectLocation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicaDescriptor;
import io.mooncake.master.core.ReplicaWrite;
import io.mooncake.master.core.SliceDescriptor;
import io.mooncake.master.core.WriteState;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Between the words of the master's core and those of the client's: what the wire does between real processes. */
final class Translation {
    private Translation() {}

    static PutGrant grant(Outcome.PutGrant grant) {
        return new PutGrant(grant.putId(), grant.sliceBytes(), replicas(grant.replicas()));
    }

    static io.mooncake.client.core.ObjectLocation object(ObjectLocation object) {
        return new io.mooncake.client.core.ObjectLocation(
                object.sizeBytes(),
                object.sliceBytes(),
                replicas(object.replicas()),
                checksums(object.checksums()),
                object.leaseTtlNanos());
    }

    static List<ReplicaWrite> writes(List<io.mooncake.client.core.ReplicaWrite> writes) {
        return writes.stream()
                .map(write -> new ReplicaWrite(write.replicaIndex(), state(write.state())))
                .toList();
    }

    static @Nullable Checksums checksums(io.mooncake.client.core.@Nullable Checksums checksums) {
        return checksums == null
                ? null
                : Checksums.of(
                        checksums.slices().stream().mapToInt(Integer::intValue).toArray(), checksums.object());
    }

    private static io.mooncake.client.core.@Nullable Checksums checksums(@Nullable Checksums checksums) {
        return checksums == null
                ? null
                : new io.mooncake.client.core.Checksums(
                        IntStream.range(0, checksums.sliceCount())
                                .mapToObj(checksums::sliceCrc32c)
                                .toList(),
                        checksums.objectCrc32c());
    }

    private static WriteState state(io.mooncake.client.core.WriteState state) {
        return switch (state) {
            case ACKNOWLEDGED -> WriteState.ACKNOWLEDGED;
            case SETTLED -> WriteState.SETTLED;
            case UNCERTAIN -> WriteState.UNCERTAIN;
        };
    }

    private static List<ReplicaLocation> replicas(List<ReplicaDescriptor> replicas) {
        List<ReplicaLocation> locations = new ArrayList<>();
        for (ReplicaDescriptor replica : replicas) {
            List<ExtentLocation> extents = new ArrayList<>();
            long offsetBytes = 0;
            for (SliceDescriptor slice : replica.slices()) {
                for (ExtentDescriptor extent : slice.extents()) {
                    extents.add(new ExtentLocation(
                            new UUID(
                                    extent.segment().id().high(),
                                    extent.segment().id().low()),
                            extent.segment().transferEndpoint(),
                            extent.address(),
                            extent.lengthBytes(),
                            offsetBytes));
                    offsetBytes += extent.lengthBytes();
                }
            }
            locations.add(new ReplicaLocation(replica.replicaIndex(), extents, replica.segmentCount()));
        }
        return locations;
    }
}
