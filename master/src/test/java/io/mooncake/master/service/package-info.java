/** Tests. */
@NullMarked
package io.mooncake.master.service;

import org.jspecify.annotations.NullMarked;
