/** The documents say what is true: their code compiles, their names exist. */
@NullMarked
package io.mooncake.bench.docs;

import org.jspecify.annotations.NullMarked;
