/**
 * The processor's time-stamp counter as a clock: whether it can be read and trusted
 * ({@link io.ringside.transport.clock.TscClock#refusal}), and what it shows in nanoseconds of the monotonic clock
 * ({@link io.ringside.transport.clock.TscClock#nanoTime}). Writers read it from any thread without waiting; the control
 * thread keeps it in step with {@link System#nanoTime()}. Links nothing of Agrona. Why the writer converts and not the
 * reader: {@code transport/docs/clocks.md}.
 */
@NullMarked
package io.ringside.transport.clock;

import org.jspecify.annotations.NullMarked;
