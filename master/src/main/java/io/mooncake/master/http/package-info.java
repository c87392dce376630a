/** What operators and scrapers ask over HTTP. */
@NullMarked
package io.mooncake.master.http;

import org.jspecify.annotations.NullMarked;
