/**
 * Expressions: conditions on the values of events, as people write them. One language, for filters that a session sets
 * on payloads and for readers that pick out events.
 * <p>
 * Expressions and the conditions compiled from them are immutable and may be shared by threads; a
 * {@link io.ringside.internal.expression.PayloadBytes} belongs to one thread. A condition is evaluated inside of a
 * write, thus without exception, allocation or lock; text, schema and payload may all come from another process, so
 * their lengths, depths and counts are bounded by {@link io.ringside.internal.expression.ExpressionLimits} or by the
 * payload's length.
 */
@NullMarked
package io.ringside.internal.expression;

import org.jspecify.annotations.NullMarked;
