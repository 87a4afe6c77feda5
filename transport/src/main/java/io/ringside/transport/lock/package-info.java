/**
 * Locks between processes that the operating system releases when their holder dies: those under which something is
 * changed ({@link io.ringside.transport.lock.LockFile}), and those that prove that a process lives
 * ({@link io.ringside.transport.lock.AliveFile}, {@link io.ringside.transport.lock.Liveness}).
 * <p>
 * Closing any channel of a locked file drops the lock of the whole JVM. So a JVM opens each lock file once, keeps the
 * channel in a table that all class loaders share ({@link io.ringside.transport.lock.SharedTable}), and opens no alive
 * file that it holds itself. All classes are thread-safe.
 */
@NullMarked
package io.ringside.transport.lock;

import org.jspecify.annotations.NullMarked;
