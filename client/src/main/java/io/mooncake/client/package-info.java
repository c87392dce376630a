/** The public API of the store: put, get and remove objects, and lend memory to the cluster. */
@NullMarked
package io.mooncake.client;

import org.jspecify.annotations.NullMarked;
