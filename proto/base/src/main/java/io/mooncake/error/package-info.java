/** Error codes and the exception that carries them. */
@NullMarked
package io.mooncake.error;

import org.jspecify.annotations.NullMarked;
