/** Tests. */
@NullMarked
package io.mooncake.master.grpc;

import org.jspecify.annotations.NullMarked;
