/** A transfer engine as a process that takes orders, for tests against other engines. */
@NullMarked
package io.mooncake.bench.interop;

import org.jspecify.annotations.NullMarked;
