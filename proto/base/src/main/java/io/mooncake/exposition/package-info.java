/** Metrics under their exact given names, in the Prometheus text format 0.0.4. */
@NullMarked
package io.mooncake.exposition;

import org.jspecify.annotations.NullMarked;
