/** Transport inside one process: a bounds-checked copy. */
@NullMarked
package io.mooncake.transfer.local;

import org.jspecify.annotations.NullMarked;
