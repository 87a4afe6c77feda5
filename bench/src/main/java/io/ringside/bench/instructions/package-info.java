/**
 * What the compiled write is made of: the JVM prints its machine code, objdump takes it apart, and the instructions of
 * the path without jumps are counted by kind. One thread.
 */
@NullMarked
package io.ringside.bench.instructions;

import org.jspecify.annotations.NullMarked;
