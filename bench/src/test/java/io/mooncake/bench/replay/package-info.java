@NullMarked
package io.mooncake.bench.replay;

import org.jspecify.annotations.NullMarked;
