package io.mooncake.client.replica;

import io.mooncake.client.core.ObjectLocation;
import io.mooncake.client.core.ReplicaLocation;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the replicas of an object are tried: those that lie in memory of this process first, then as the
 * master lists them, which is with suspect owners last.
 *
 * <p>Thread safety: immutable.
 *
 * @param localEndpoint where the transfer engine of this process answers, host:port
 */
public record ReplicaPolicy(String localEndpoint) {

    /** The same object, its replicas in the order to try them. */
    public ObjectLocation ordered(ObjectLocation object) {
        if (object.replicas().size() < 2) {
            return object;
        }
        List<ReplicaLocation> order = new ArrayList<>(object.replicas().size());
        object.replicas().stream().filter(this::isLocal).forEach(order::add);
        object.replicas().stream().filter(replica -> !isLocal(replica)).forEach(order::add);
        return new ObjectLocation(
                object.sizeBytes(), object.sliceBytes(), order, object.checksums(), object.leaseTtlNanos());
    }

    private boolean isLocal(ReplicaLocation replica) {
        return replica.extents().stream().allMatch(extent -> extent.endpoint().equals(localEndpoint));
    }
}
