/** The rules of the layout and of the core, each with a class that breaks it. */
@NullMarked
package io.mooncake.bench.layout;

import org.jspecify.annotations.NullMarked;
