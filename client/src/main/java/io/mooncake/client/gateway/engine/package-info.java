/** Transfers through the transfer engine; its types stop here. */
@NullMarked
package io.mooncake.client.gateway.engine;

import org.jspecify.annotations.NullMarked;
