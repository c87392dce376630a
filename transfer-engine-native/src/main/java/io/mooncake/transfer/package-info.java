/** Moves bytes between registered memory of processes. Knows no key, no replica, no master. */
@NullMarked
package io.mooncake.transfer;

import org.jspecify.annotations.NullMarked;
