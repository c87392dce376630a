/** In which order segments are tried: pure choices over a view of the segments. */
@NullMarked
package io.mooncake.master.core.placement;

import org.jspecify.annotations.NullMarked;
