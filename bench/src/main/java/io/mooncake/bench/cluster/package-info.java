/** A cluster of processes on this machine, started through the launchers that operators use. */
@NullMarked
package io.mooncake.bench.cluster;

import org.jspecify.annotations.NullMarked;
