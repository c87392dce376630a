/** The one form of every measurement: {@code bench NAME}, rows for machines, a table for people. */
@NullMarked
package io.mooncake.bench.measure;

import org.jspecify.annotations.NullMarked;
