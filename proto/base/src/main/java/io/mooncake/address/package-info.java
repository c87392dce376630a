/** Network addresses: the only host:port parser. */
@NullMarked
package io.mooncake.address;

import org.jspecify.annotations.NullMarked;
