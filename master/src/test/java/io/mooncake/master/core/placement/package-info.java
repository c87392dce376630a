/** One test per policy: the order in which it tries segments. */
@NullMarked
package io.mooncake.master.core.placement;

import org.jspecify.annotations.NullMarked;
