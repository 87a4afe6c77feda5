/**
 * Named points of the protocols at which a test stops a process for good, in order to kill it there.
 * <p>
 * Points are dead code unless the JVM was started with {@code -Dringside.killpoints=true}; any thread may pass them.
 */
@NullMarked
package io.ringside.transport.fault;

import org.jspecify.annotations.NullMarked;
