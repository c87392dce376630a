/** The gates of the build, each with a fault that it must stop. */
@NullMarked
package io.mooncake.bench.gate;

import org.jspecify.annotations.NullMarked;
