/** Tests. */
@NullMarked
package io.mooncake.http;

import org.jspecify.annotations.NullMarked;
