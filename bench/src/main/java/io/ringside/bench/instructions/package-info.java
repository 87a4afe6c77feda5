/**
 * Analysis of the compiled write: the JVM prints its machine code, objdump disassembles it, and the instructions of the
 * path without jumps are counted by kind, in one thread.
 */
@NullMarked
package io.ringside.bench.instructions;

import org.jspecify.annotations.NullMarked;
