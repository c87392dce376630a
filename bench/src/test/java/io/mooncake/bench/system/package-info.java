@NullMarked
package io.mooncake.bench.system;

import org.jspecify.annotations.NullMarked;
