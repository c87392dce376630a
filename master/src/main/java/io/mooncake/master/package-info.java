/** The master process: its main and its wiring, the only package that knows all others of the module. */
@NullMarked
package io.mooncake.master;

import org.jspecify.annotations.NullMarked;
