/** The files of {@code docker/}: what they say, and that it works, with Prometheus and without Docker. */
@NullMarked
package io.mooncake.bench.deployment;

import org.jspecify.annotations.NullMarked;
