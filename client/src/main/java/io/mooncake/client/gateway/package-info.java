/** The master as the client sees it, in the client's own terms. */
@NullMarked
package io.mooncake.client.gateway;

import org.jspecify.annotations.NullMarked;
