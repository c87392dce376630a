/** What placing costs over many segments, and how evenly it fills them. */
@NullMarked
package io.mooncake.bench.measure.placement;

import org.jspecify.annotations.NullMarked;
