/**
 * Channels from the threads of one process to the single reader in another: ours and its baselines, each with the same
 * three parts. The host, in the measuring process, creates what both ends need and checks the ledger; the writers' end
 * and the reader's end run in a JVM of their own each. Messages have the content of our records: time, activity,
 * payload.
 */
@NullMarked
package io.ringside.bench.channel;

import org.jspecify.annotations.NullMarked;
