/** Native memory that the client reads into and stages heap values in. */
@NullMarked
package io.mooncake.client.memory;

import org.jspecify.annotations.NullMarked;
