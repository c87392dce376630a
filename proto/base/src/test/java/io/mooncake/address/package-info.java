/** Tests. */
@NullMarked
package io.mooncake.address;

import org.jspecify.annotations.NullMarked;
