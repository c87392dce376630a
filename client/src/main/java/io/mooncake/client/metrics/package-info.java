/** What a client counts and measures, under the names that dashboards ask for. */
@NullMarked
package io.mooncake.client.metrics;

import org.jspecify.annotations.NullMarked;
