/** The only HTTP server: a few exact paths for operators and scrapers. */
@NullMarked
package io.mooncake.http;

import org.jspecify.annotations.NullMarked;
