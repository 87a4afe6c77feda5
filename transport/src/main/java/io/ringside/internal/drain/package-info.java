/**
 * Taking events out of a session, and adding up what became of them.
 * <p>
 * {@link io.ringside.internal.drain.SessionDrain} reads all lanes of a session, of processes that live and of dead
 * ones, whose ledger it closes and adds to the closed totals ({@link io.ringside.internal.drain.Retirement}).
 * {@link io.ringside.internal.drain.SessionBooks} reads the totals of a session beside everybody.
 * {@link io.ringside.internal.drain.SessionMemory} gives and bounds what a session takes.
 * <p>
 * A process that takes something holds the session's drain lock: {@link io.ringside.internal.drain.DrainLock}. A drain
 * belongs to one thread; ledgers and memory may be read by any. Whatever another process has written is copied and
 * checked before it is used; a file that is damaged or foreign costs itself.
 */
@NullMarked
package io.ringside.internal.drain;

import org.jspecify.annotations.NullMarked;
