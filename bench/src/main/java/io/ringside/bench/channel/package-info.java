/**
 * Ways from the threads of one process to the one reader of another: ours and its peers, behind the same three ends.
 * The host, in the process that measures, makes what both others need and judges the ledger; the writers' end and the
 * reader's end are opened in a JVM of their own each. Messages carry what a record of ours carries: time, activity,
 * payload.
 */
@NullMarked
package io.ringside.bench.channel;

import org.jspecify.annotations.NullMarked;
