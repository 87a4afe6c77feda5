package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.ExpressionLimits;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.EventSchema;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the payload of one event, or of every event that has the fields. Written as {@code submitted: price >
 * 10}, {@code 7: price > 10} or {@code price > 10}; with the prefix {@code all} it must hold in addition to all other
 * filters. It does not affect an event whose fields do not fit, such as another version; with {@code only} before the
 * event, as in {@code only *: price > 10}, it rejects such an event. Immutable.
 *
 * @param eventName of the event; null if the name does not matter
 * @param eventId   of the event; null if the id does not matter
 * @param condition   that must hold
 * @param matchAll    true if the filter is mandatory, false if one of all such filters of the event is enough
 * @param needsFields true if an event without the fields is rejected: a comparison with an absent field is then neither
 *                    true nor false, as in a reader's condition
 */
public record PayloadFilter(@Nullable String eventName, @Nullable Integer eventId, Condition condition,
        boolean matchAll, boolean needsFields) {
    private static final int ID_MAX = 0xFFFF;
    /** Number of nesting levels that joining the expressions of several filters adds. */
    private static final int JOINING_LEVELS = 2;
    private static final String ANY = "*";
    private static final Pattern PLAIN_NAME = Pattern.compile("[^\\s:\"'`()<>=!%*0-9][^\\s:\"'`()<>=!%]*");
    /** Limits a quoted name to the length of names, since the matcher's recursion depth grows with it. */
    private static final Pattern TEXT = Pattern.compile(
            "\\s*(?:(all)\\s+)?(?:(only)\\s+)?"
                    + "(?:\"((?:[^\"\\\\]|\\\\[\"\\\\]){1,255}+)\"|([^\\s:\"'`()<>=!%]++))\\s*:(.*)",
            Pattern.DOTALL);
    private static final int GROUP_ALL = 1;
    private static final int GROUP_ONLY = 2;
    private static final int GROUP_QUOTED = 3;
    private static final int GROUP_EVENT = 4;
    private static final int GROUP_EXPRESSION = 5;

    /**
     * Checks the parts.
     *
     * @param eventName of the event; null if the name does not matter
     * @param eventId of the event; null if the id does not matter
     * @param condition that must hold
     * @param matchAll    true if the filter is mandatory, false if one of all such filters of the event is enough
     * @param needsFields true if an event without the fields is rejected
     */
    public PayloadFilter {
        if (eventId != null) {
            FilterLimits.check(FilterType.PAYLOAD, "eventId", eventId, 0, ID_MAX);
        }
        if (eventName != null) {
            EventNameFilter.checkName(FilterType.PAYLOAD, eventName, SchemaLimits.NAME_LENGTH_MAX);
        }
        FilterLimits.check(FilterType.PAYLOAD, "depth", ((Expression) condition).depth(), 1,
                ExpressionLimits.DEPTH_MAX - JOINING_LEVELS);
    }

    /**
     * Filters every event that has the fields.
     *
     * @param condition that must hold.
     * @return the filter.
     */
    public static PayloadFilter of(final Condition condition) {
        return new PayloadFilter(null, null, condition, false, false);
    }

    /**
     * Filters events of one id.
     *
     * @param eventId   of the events.
     * @param condition that must hold.
     * @return the filter.
     * @throws RingsideException if the id is out of range.
     */
    public static PayloadFilter of(final int eventId, final Condition condition) {
        return new PayloadFilter(null, eventId, condition, false, false);
    }

    /**
     * Filters events of one name.
     *
     * @param eventName of the events.
     * @param condition that must hold.
     * @return the filter.
     * @throws RingsideException if the name is not allowed.
     */
    public static PayloadFilter of(final String eventName, final Condition condition) {
        return new PayloadFilter(eventName, null, condition, false, false);
    }

    /** {@return the same filter, but mandatory} */
    public PayloadFilter withMatchAll() {
        return new PayloadFilter(eventName, eventId, condition, true, needsFields);
    }

    /** {@return the same filter, but rejecting events without the fields} */
    public PayloadFilter withNeededFields() {
        return new PayloadFilter(eventName, eventId, condition, matchAll, true);
    }

    /**
     * Parses a filter.
     *
     * @param text such as {@code submitted: price > 10}.
     * @return the filter.
     * @throws RingsideException if the condition cannot be parsed, or the event's id or name is not allowed.
     */
    public static PayloadFilter parse(final String text) {
        final Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return of(Condition.parse(text));
        }
        final String quoted = matcher.group(GROUP_QUOTED);
        final String event = matcher.group(GROUP_EVENT);
        final boolean isId = event != null && event.chars().allMatch(c -> c >= '0' && c <= '9');
        final String name = quoted != null
                ? quoted.replaceAll("\\\\(.)", "$1")
                : isId || ANY.equals(event)
                        ? null
                        : event;
        return new PayloadFilter(name, isId ? (Integer) id(event) : null,
                Condition.parse(matcher.group(GROUP_EXPRESSION)), matcher.group(GROUP_ALL) != null,
                matcher.group(GROUP_ONLY) != null);
    }

    /** Returns the condition in the form that is evaluated. */
    Expression expression() {
        return (Expression) condition;
    }

    /** {@return true if the filter applies to an event, whatever its fields} */
    boolean isFor(final EventSchema event) {
        return (eventName == null || eventName.equals(event.name()))
                && (eventId == null || eventId == event.descriptor().id());
    }

    /** Returns whether strings are rejected, since they have neither an event's name nor fields. */
    boolean rejectsStrings() {
        return needsFields && eventName == null && eventId == null;
    }

    /** Returns whether the condition fits an event. Called for many events, most of which do not have the fields. */
    boolean fits(final EventSchema event) {
        return needsFields ? EventCondition.mayAccept(expression(), event) : fits(expression(), event);
    }

    /** Returns whether each comparison fits at least one of some events. */
    boolean fitsBetween(final Collection<EventSchema> events) {
        return expression().comparisons().stream()
                .allMatch(part -> events.stream().anyMatch(event -> fits(part, event)));
    }

    private static boolean fits(final Expression part, final EventSchema event) {
        return part.fields().stream().allMatch(field -> field.isIn(event)) && misfit(part, event) == null;
    }

    /** Returns why the condition does not fit an event; null if it fits. */
    @Nullable
    String misfit(final EventSchema event) {
        return misfit(expression(), event);
    }

    private static @Nullable String misfit(final Expression part, final EventSchema event) {
        try {
            part.compile(event);
            return null;
        } catch (final RingsideException e) {
            return e.getMessage();
        }
    }

    /** {@return the text of the filter, which can be parsed} */
    @Override
    public String toString() {
        final String event = eventName != null ? quotedIfNeeded(eventName) : eventId != null ? "" + eventId : ANY;
        return (matchAll ? "all " : "") + (needsFields ? "only " : "")
                + (matchAll || needsFields || !ANY.equals(event) ? event + ": " : "") + condition;
    }

    private static int id(final String digits) {
        return digits.length() > Integer.toString(ID_MAX).length() ? ID_MAX + 1 : Integer.parseInt(digits);
    }

    private static String quotedIfNeeded(final String name) {
        return PLAIN_NAME.matcher(name).matches() && !"all".equals(name) && !"only".equals(name)
                ? name
                : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
