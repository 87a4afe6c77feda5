/**
 * Takes events out of a session, and adds up their outcomes.
 * <p>
 * {@link io.ringside.internal.drain.SessionDrain} reads all lanes of a session, of live processes and of dead ones,
 * whose ledgers it closes and adds to the closed totals ({@link io.ringside.internal.drain.Retirement}). {@link
 * io.ringside.internal.drain.MappedLedgers} reads the totals of a session without affecting anything. {@link
 * io.ringside.internal.drain.SessionMemory} measures and reclaims the memory of a session.
 * <p>
 * A process that takes events holds the session's drain lock: {@link io.ringside.internal.drain.DrainLock}. A drain
 * belongs to one thread; ledgers and memory may be read by any. Data written by another process are copied and checked
 * before use; a damaged or foreign file is skipped, and affects nothing else.
 */
@NullMarked
package io.ringside.internal.drain;

import org.jspecify.annotations.NullMarked;
