/** The command that records a session. For one thread. */
@NullMarked
package io.ringside.consumer.cli.record;

import org.jspecify.annotations.NullMarked;
