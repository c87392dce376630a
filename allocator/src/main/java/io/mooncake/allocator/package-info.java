/** Ranges of an address range, handed out and taken back. Pure and deterministic: no clock, no logger, no I/O. */
@NullMarked
package io.mooncake.allocator;

import org.jspecify.annotations.NullMarked;
