/** Registered memory: the table of regions, their bases, and allocation for storage nodes. */
@NullMarked
package io.mooncake.transfer.memory;

import org.jspecify.annotations.NullMarked;
