package io.ringside.internal.expression;

import io.ringside.filter.Condition;
import io.ringside.filter.EnablementFilters;
import io.ringside.schema.EventSchema;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.expression.GroupWalk.MISSING;

/**
 * An expression compiled for the payload of one event. Evaluation allocates nothing, never throws, and evaluates no
 * more comparisons than needed.
 * <p>
 * A comparison with a value that the payload lacks, because it is too short or its lengths do not fit, is neither true
 * nor false, and neither is its opposite; so {@code not price > 10} rejects a payload without {@code price} just as
 * {@code price > 10} does. The other parts still count: {@code price > 10 or id == 1} accepts a payload whose {@code
 * id} is 1. The same holds for an element that an array does not have.
 * <p>
 * Immutable, and thus safe to share between threads that each use their own {@link PayloadBytes}.
 */
public final class EventCondition {
    /** Value instead of a step index: the payload is accepted. */
    static final int ACCEPT = -1;
    /** Value instead of a step index: the payload is rejected. */
    static final int REJECT = -2;

    private final Step[] steps;

    EventCondition(final Step[] steps) {
        this.steps = steps;
    }

    /**
     * Compiles the payload filters of an enablement for an event.
     *
     * @param filters of the enablement.
     * @param event   that is written.
     * @return the condition; null if no filter applies to the event or fits its fields.
     */
    public static @Nullable EventCondition of(final EnablementFilters filters, final EventSchema event) {
        final Condition condition = filters.payloadCondition(event);
        return condition == null ? null : ConditionCompiler.compileFitting((Expression) condition, event);
    }

    /**
     * Checks whether an expression can hold for an event. A comparison that does not fit is neither true nor false.
     *
     * @param expression to check.
     * @param event      event, with an unknown payload.
     * @return false only if it holds for no payload.
     */
    public static boolean mayAccept(final Expression expression, final EventSchema event) {
        return ConditionCompiler.compileFitting(expression, event).mayAccept(new PayloadBytes());
    }

    /**
     * Evaluates the condition.
     *
     * @param payload of the event that this was compiled for.
     * @return true if the condition holds.
     */
    public boolean accepts(final PayloadBytes payload) {
        FieldLocator located = null;
        int offset = MISSING;
        int next = steps.length - 1;
        do {
            final Step step = steps[next];
            final FieldLocator locator = step.locator;
            if (locator != null && locator != located) {
                located = locator;
                offset = locator.locate(payload);
            }
            final boolean known = locator == null || offset != MISSING;
            next = known && step.test.holds(payload, offset, step.negated) ? step.onTrue : step.onFalse;
        } while (next >= 0);
        return next == ACCEPT;
    }

    /**
     * Checks whether the condition can hold for a payload of which only the beginning is known.
     *
     * @param beginning first fields of a payload.
     * @return false only if every payload with this beginning is rejected.
     */
    public boolean mayAccept(final PayloadBytes beginning) {
        int next = steps.length - 1;
        do {
            final Step step = steps[next];
            final int offset = step.locator == null ? MISSING : step.locator.locate(beginning);
            // Negations are part of the steps, so an unknown comparison may always be assumed to hold.
            next = offset == MISSING || step.test.holds(beginning, offset, step.negated) ? step.onTrue : step.onFalse;
        } while (next >= 0);
        return next == ACCEPT;
    }

    /** The test of a comparison. */
    @FunctionalInterface
    public interface Test {
        /**
         * Evaluates the test.
         *
         * @param payload of the event.
         * @param offset  of the value; ignored if the test finds its values itself.
         * @param negated whether the opposite must hold; neither holds if a value is missing.
         * @return true if the test, or its opposite if negated, holds.
         */
        boolean holds(PayloadBytes payload, int offset, boolean negated);
    }

    /**
     * One comparison with the steps that follow it. Steps are evaluated from the last to the first. Immutable.
     *
     * @param locator of the value that is tested; null if the test finds its values itself
     * @param test    of the comparison
     * @param negated whether the opposite of the test must hold
     * @param onTrue  next step, {@link #ACCEPT} or {@link #REJECT}, if the comparison holds
     * @param onFalse next step, {@link #ACCEPT} or {@link #REJECT}, if it does not hold, or a value is missing
     */
    record Step(@Nullable FieldLocator locator, Test test, boolean negated, int onTrue, int onFalse) {}
}
