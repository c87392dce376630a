@NullMarked
package io.mooncake.bench.layout;

import org.jspecify.annotations.NullMarked;
