/** How long processes take to come up. */
@NullMarked
package io.mooncake.bench.measure.startup;

import org.jspecify.annotations.NullMarked;
