/** The store at work on one machine: a master, three storage nodes and a replay. */
@NullMarked
package io.mooncake.bench.demo;

import org.jspecify.annotations.NullMarked;
