/** Tests of whole clusters: processes started through the launchers. */
@NullMarked
package io.mooncake.bench.system;

import org.jspecify.annotations.NullMarked;
