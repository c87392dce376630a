/** Tests. */
@NullMarked
package io.mooncake.master.metrics;

import org.jspecify.annotations.NullMarked;
