/** Tests. */
@NullMarked
package io.mooncake.exposition;

import org.jspecify.annotations.NullMarked;
