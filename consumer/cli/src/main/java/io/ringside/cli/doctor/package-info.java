/**
 * The command that diagnoses problems of tracing: in this JVM, in the trace directory, and in its files.
 * <p> Every {@link io.ringside.cli.doctor.Check} returns one {@link io.ringside.cli.doctor.Finding}. Checks change
 * nothing; files of dead processes are removed if the user asks for it, by the same sweep that controllers use. Used by
 * the command's thread only.
 */
@NullMarked
package io.ringside.cli.doctor;

import org.jspecify.annotations.NullMarked;
