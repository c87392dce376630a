/** What the master counts, under the names that dashboards ask for. */
@NullMarked
package io.mooncake.master.metrics;

import org.jspecify.annotations.NullMarked;
