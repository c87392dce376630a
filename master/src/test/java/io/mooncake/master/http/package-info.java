/** Tests. */
@NullMarked
package io.mooncake.master.http;

import org.jspecify.annotations.NullMarked;
