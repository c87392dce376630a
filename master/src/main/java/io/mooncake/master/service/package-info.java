/** Use cases of the master and the one door to its core. */
@NullMarked
package io.mooncake.master.service;

import org.jspecify.annotations.NullMarked;
