/**
 * Expressions: conditions on the values of events, as users write them. The same language serves the payload filters of
 * a session and readers that select events.
 * <p>
 * Expressions and the conditions compiled from them are immutable and may be shared between threads; a {@link
 * io.ringside.internal.expression.PayloadBytes} is used by one thread at a time. A condition is evaluated during a
 * write, and thus without exception, allocation or lock; text, schema and payload may all come from another process, so
 * their lengths, depths and counts are bounded by {@link io.ringside.internal.expression.ExpressionLimits} or by the
 * payload's length.
 */
@NullMarked
package io.ringside.internal.expression;

import org.jspecify.annotations.NullMarked;
