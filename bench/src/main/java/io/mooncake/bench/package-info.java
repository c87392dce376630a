/** Replay, demo and measurements of the store. */
@NullMarked
package io.mooncake.bench;

import org.jspecify.annotations.NullMarked;
