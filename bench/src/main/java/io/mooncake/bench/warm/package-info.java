/** Records starts, so that later ones are quick. */
@NullMarked
package io.mooncake.bench.warm;

import org.jspecify.annotations.NullMarked;
