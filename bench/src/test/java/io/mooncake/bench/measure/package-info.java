/** The form of measurements, with figures that are made up. */
@NullMarked
package io.mooncake.bench.measure;

import org.jspecify.annotations.NullMarked;
