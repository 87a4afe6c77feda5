/**
 * The ways from the threads of one process to the one reader of another: ours and its baselines, with the same three
 * ends. The host, in the process that measures, makes the parts that both others need and judges the ledger; the
 * writers' end and the reader's end are opened in a JVM of their own each. Messages carry the content of a record of
 * ours: time, activity, payload.
 */
@NullMarked
package io.ringside.bench.channel;

import org.jspecify.annotations.NullMarked;
