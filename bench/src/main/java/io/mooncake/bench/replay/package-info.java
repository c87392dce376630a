/** Replays a trace through a cluster and verifies every byte. */
@NullMarked
package io.mooncake.bench.replay;

import org.jspecify.annotations.NullMarked;
