/** Settings: declared command-line flags, sizes, durations and the version of the software. */
@NullMarked
package io.mooncake.config;

import org.jspecify.annotations.NullMarked;
