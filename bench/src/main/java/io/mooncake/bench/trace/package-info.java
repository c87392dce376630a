/** Traces of block accesses: read from a file, made on the spot, and what an exact LRU cache makes of them. */
@NullMarked
package io.mooncake.bench.trace;

import org.jspecify.annotations.NullMarked;
