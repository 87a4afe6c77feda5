package io.ringside.internal.expression;

import io.ringside.filter.Condition;
import io.ringside.filter.EnablementFilters;
import io.ringside.schema.EventSchema;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.expression.GroupWalk.MISSING;

/**
 * An expression that is tied to the payload of one event. Deciding allocates nothing, never throws, and reads no more
 * comparisons than it needs.
 * <p>
 * A comparison with a value that the payload lacks, since it is too short or says lengths that do not fit, is neither
 * true nor false, and neither is its opposite; so {@code not price > 10} refuses a payload without {@code price} just
 * as {@code price > 10} does. The other parts still count: {@code price > 10 or id == 1} takes a payload whose
 * {@code id} is 1. The same holds for an element that an array does not have.
 * <p>
 * Immutable, thus safe to share by threads, each with its own {@link PayloadBytes}.
 */
public final class EventCondition {
    /** Instead of the next step: the payload is accepted. */
    static final int ACCEPT = -1;
    /** Instead of the next step: it is not. */
    static final int REJECT = -2;

    private final Step[] steps;

    EventCondition(final Step[] steps) {
        this.steps = steps;
    }

    /**
     * Prepares what the filters of an enablement ask of the payload of an event.
     *
     * @param filters of the enablement.
     * @param event   that is written.
     * @return the condition; null if no filter is for the event, or fits its fields.
     */
    public static @Nullable EventCondition of(final EnablementFilters filters, final EventSchema event) {
        final Condition condition = filters.payloadCondition(event);
        return condition == null ? null : ConditionCompiler.compileFitting((Expression) condition, event);
    }

    /**
     * May an expression hold for an event? A comparison that does not fit the event is neither true nor false.
     *
     * @param expression to be asked about.
     * @param event      whose payload is not known.
     * @return false only if it holds for no payload.
     */
    public static boolean mayAccept(final Expression expression, final EventSchema event) {
        return ConditionCompiler.compileFitting(expression, event).mayAccept(new PayloadBytes());
    }

    /**
     * Does the condition hold?
     *
     * @param payload of the event that this was compiled for.
     * @return true if it does.
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
     * May the condition hold, whatever follows?
     *
     * @param beginning of a payload: its first fields.
     * @return false only if no payload that begins so is accepted.
     */
    public boolean mayAccept(final PayloadBytes beginning) {
        int next = steps.length - 1;
        do {
            final Step step = steps[next];
            final int offset = step.locator == null ? MISSING : step.locator.locate(beginning);
            // Opposites are steps of their own, so that what is unknown may always be taken for true.
            next = offset == MISSING || step.test.holds(beginning, offset, step.negated) ? step.onTrue : step.onFalse;
        } while (next >= 0);
        return next == ACCEPT;
    }

    /** The test of a comparison. */
    @FunctionalInterface
    public interface Test {
        /**
         * Does it hold?
         *
         * @param payload of the event.
         * @param offset  of the value; any if the test finds its values itself.
         * @param negated whether its opposite must hold; neither does if a value is missing.
         * @return true if it does.
         */
        boolean holds(PayloadBytes payload, int offset, boolean negated);
    }

    /**
     * One comparison, and where to continue from it. They are evaluated from the last to the first. Immutable.
     *
     * @param locator of the value that is tested; null if the test finds its values itself
     * @param test    to be made
     * @param negated whether its opposite must hold
     * @param onTrue  the next step, {@link #ACCEPT} or {@link #REJECT}, if it holds
     * @param onFalse the same if it does not, or a value is missing
     */
    record Step(@Nullable FieldLocator locator, Test test, boolean negated, int onTrue, int onFalse) {}
}
