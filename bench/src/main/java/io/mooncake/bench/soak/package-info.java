/** Long runs that look for what only time shows. */
@NullMarked
package io.mooncake.bench.soak;

import org.jspecify.annotations.NullMarked;
