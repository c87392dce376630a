/** The memory that this process lends, and its registration with the master. */
@NullMarked
package io.mooncake.client.segment;

import org.jspecify.annotations.NullMarked;
