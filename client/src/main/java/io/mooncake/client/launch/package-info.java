/** Commands of the client. */
@NullMarked
package io.mooncake.client.launch;

import org.jspecify.annotations.NullMarked;
