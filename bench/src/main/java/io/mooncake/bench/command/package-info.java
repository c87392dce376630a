/** What the commands of this module have in common: flags, exit codes, JSON. */
@NullMarked
package io.mooncake.bench.command;

import org.jspecify.annotations.NullMarked;
