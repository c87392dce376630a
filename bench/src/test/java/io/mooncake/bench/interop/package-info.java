/** Engines of other languages and ours, as processes, in both roles. */
@NullMarked
package io.mooncake.bench.interop;

import org.jspecify.annotations.NullMarked;
