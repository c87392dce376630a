/** Tests. */
@NullMarked
package io.mooncake.master;

import org.jspecify.annotations.NullMarked;
