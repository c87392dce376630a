/** Tests. */
@NullMarked
package io.mooncake.master.config;

import org.jspecify.annotations.NullMarked;
