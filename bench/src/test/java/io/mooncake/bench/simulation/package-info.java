/** The seeded simulation: one MasterCore and three client cores over a network that loses, delays and repeats. */
@NullMarked
package io.mooncake.bench.simulation;

import org.jspecify.annotations.NullMarked;
