/**
 * The books of one process for one session: attempts and outcomes of each lane, written by the lane's thread, and what
 * a drain has taken from it, written by the drain.
 * <p>
 * Every word is an aligned 64-bit word with one writer. {@link io.ringside.transport.ledger.LedgerDescriptor} says
 * where each lies, {@link io.ringside.transport.ledger.LaneLedger} reads and writes those of one lane, and
 * {@link io.ringside.transport.ledger.Checkpoint} is a reader's consistent tuple.
 */
@NullMarked
package io.ringside.transport.ledger;

import org.jspecify.annotations.NullMarked;
