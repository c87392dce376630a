/** What the allocator must make of a pool. */
@NullMarked
package io.mooncake.bench.measure.allocation;

import org.jspecify.annotations.NullMarked;
