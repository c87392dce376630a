/** Settings of the master. */
@NullMarked
package io.mooncake.master.config;

import org.jspecify.annotations.NullMarked;
