/** The control plane on gRPC: generated and framework types stop here. */
@NullMarked
package io.mooncake.master.grpc;

import org.jspecify.annotations.NullMarked;
