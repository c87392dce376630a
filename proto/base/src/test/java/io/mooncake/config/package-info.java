/** Tests. */
@NullMarked
package io.mooncake.config;

import org.jspecify.annotations.NullMarked;
