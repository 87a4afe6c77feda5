/**
 * The commands emit and demo: a provider that writes numbered events or order flow.
 * <p>
 * A {@link io.ringside.cli.emit.Workload} defines the events of the threads, and an
 * {@link io.ringside.cli.emit.Emission} is the registered provider with its threads, which count the results of their
 * writes. Emit runs one in the process of the command. Demo starts three processes, a provider with an emission, a
 * controller and a consumer ({@link io.ringside.cli.emit.DemoProcess}), in a trace directory of their own. It pauses
 * the consumer for a moment, so that events are lost, and at the end compares the counts of the writers, the consumer
 * and the ledger. A process of the demo reads commands from its standard input and prints reports; it ends when that
 * input ends.
 */
@NullMarked
package io.ringside.cli.emit;

import org.jspecify.annotations.NullMarked;
