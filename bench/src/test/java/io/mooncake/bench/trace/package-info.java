@NullMarked
package io.mooncake.bench.trace;

import org.jspecify.annotations.NullMarked;
