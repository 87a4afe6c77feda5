/**
 * The command that diagnoses what prevents tracing: in this JVM, in the trace directory, in its files.
 * <p> Every {@link io.ringside.cli.doctor.Check} gives one {@link io.ringside.cli.doctor.Finding}. Checks change
 * nothing; what the dead have left is removed if the user asks for it, by the same sweep that controllers use. For the
 * thread of the command.
 */
@NullMarked
package io.ringside.cli.doctor;

import org.jspecify.annotations.NullMarked;
