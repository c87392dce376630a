/** What the allocator makes of a pool, and how fast: upstream's three workloads. */
@NullMarked
package io.mooncake.bench.measure.allocation;

import org.jspecify.annotations.NullMarked;
