@NullMarked
package io.mooncake.bench.gate;

import org.jspecify.annotations.NullMarked;
