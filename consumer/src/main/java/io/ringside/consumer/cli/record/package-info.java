/** The commands that record a session, or what a flight recorder holds. For one thread. */
@NullMarked
package io.ringside.consumer.cli.record;

import org.jspecify.annotations.NullMarked;
