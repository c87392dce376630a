/** Offset allocation over an address range. Pure and deterministic: no clock, no logger, no I/O. */
@NullMarked
package io.mooncake.allocator;

import org.jspecify.annotations.NullMarked;
