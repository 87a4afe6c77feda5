/**
 * The command demo: everything at work, in three processes, for some seconds.
 * <p>
 * {@link io.ringside.cli.demo.DemoCommand} starts them in a trace directory of their own, lets the consumer
 * pause for a moment so that something is lost, shows what happens, and compares in the end what the writers were
 * told, what the consumer's handler was given and what the ledger says. A process of the demo ({@link
 * io.ringside.cli.demo.DemoProcess}) reads commands from its standard input and prints reports; when that
 * input ends it ends too, so that none outlives the command.
 */
@NullMarked
package io.ringside.cli.demo;

import org.jspecify.annotations.NullMarked;
