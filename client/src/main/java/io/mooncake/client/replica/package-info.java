/** Which replica of an object to read first. */
@NullMarked
package io.mooncake.client.replica;

import org.jspecify.annotations.NullMarked;
