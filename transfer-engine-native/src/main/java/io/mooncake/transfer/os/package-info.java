/** The fence around libc: nothing outside this package calls it. */
@NullMarked
package io.mooncake.transfer.os;

import org.jspecify.annotations.NullMarked;
