/**
 * Put, get and membership as explicit state machines: every input is a method, every answer the next thing to do. No
 * thread, clock, memory or network; time is passed in.
 */
@NullMarked
package io.mooncake.client.core;

import org.jspecify.annotations.NullMarked;
