/** Transport over sockets: the data port, the connections to peers, and the wire format. */
@NullMarked
package io.mooncake.transfer.tcp;

import org.jspecify.annotations.NullMarked;
