/** The master over gRPC; generated types stop here. */
@NullMarked
package io.mooncake.client.gateway.grpc;

import org.jspecify.annotations.NullMarked;
