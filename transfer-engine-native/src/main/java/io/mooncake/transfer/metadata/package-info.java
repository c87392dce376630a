/** Segment descriptors and the handshake port that hands them out. */
@NullMarked
package io.mooncake.transfer.metadata;

import org.jspecify.annotations.NullMarked;
