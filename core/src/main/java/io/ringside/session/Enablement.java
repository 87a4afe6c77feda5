package io.ringside.session;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.internal.filter.Acceptance;
import io.ringside.internal.filter.FilterType;
import io.ringside.schema.EventSchema;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request of one session to one provider: the maximum level, the keywords, and properties. It keeps the original
 * request, which enumerations show and classic providers receive, and the normalised values for decisions: level 0
 * means no limit, match-any 0 means all ones with match-all unused. Its filters restrict it further.
 * <p>
 * Immutable, and thus safe to share. Enabling again replaces the whole enablement.
 */
public final class Enablement {
    private final int requestedLevel;
    private final long requestedMatchAny;
    private final long requestedMatchAll;
    private final int properties;

    private final EnablementFilters filters;

    private Enablement(
            final int level,
            final long matchAny,
            final long matchAll,
            final int properties,
            final EnablementFilters filters) {
        if (level < Level.LOG_ALWAYS || level > Level.MAX) {
            throw RingsideException.invalidArgument(
                    "level of enablement out of range: level=" + level + ", min=0, max=" + Level.MAX);
        }
        this.requestedLevel = level;
        this.requestedMatchAny = matchAny;
        this.requestedMatchAll = matchAll;
        this.properties = EnableProperty.check(properties);
        this.filters = filters;
        checkFilters();
    }

    private void checkFilters() {
        for (final FilterType type : FilterType.of(filters)) {
            if (has(EnableProperty.PROVIDER_GROUP) && type.isOfEvents()) {
                throw RingsideException.invalidArgument("filter cannot be combined with a provider group: type=" + type
                        + ": enable the providers one by one");
            }
        }
        if (filters.stacks() != null && !has(EnableProperty.STACK_TRACE)) {
            throw RingsideException.invalidArgument(
                    "filter of stacks needs the property STACK_TRACE: properties=0x"
                            + Integer.toHexString(properties));
        }
    }

    /**
     * Creates an enablement without properties.
     *
     * @param level    maximum level, 0..255; 0 means no limit.
     * @param matchAny keywords of which an event needs at least one; 0 means all.
     * @param matchAll keywords of which an event needs all; unused if {@code matchAny} is 0.
     * @return the enablement.
     * @throws RingsideException if the level is out of range.
     */
    public static Enablement of(final int level, final long matchAny, final long matchAll) {
        return of(level, matchAny, matchAll, EnableProperty.NONE);
    }

    /**
     * Creates an enablement with properties.
     *
     * @param level      maximum level, 0..255; 0 means no limit.
     * @param matchAny   keywords of which an event needs at least one; 0 means all.
     * @param matchAll   keywords of which an event needs all; unused if {@code matchAny} is 0.
     * @param properties mask of {@link EnableProperty}.
     * @return the enablement.
     * @throws RingsideException if the level is out of range or a property is unknown.
     */
    public static Enablement of(final int level, final long matchAny, final long matchAll, final int properties) {
        return new Enablement(level, matchAny, matchAll, properties, EnablementFilters.NONE);
    }

    /**
     * Creates an enablement with properties and filters.
     *
     * @param level      maximum level, 0..255; 0 means no limit.
     * @param matchAny   keywords of which an event needs at least one; 0 means all.
     * @param matchAll   keywords of which an event needs all; unused if {@code matchAny} is 0.
     * @param properties mask of {@link EnableProperty}.
     * @param filters    that restrict it further.
     * @return the enablement.
     * @throws RingsideException if the level is out of range, a property is unknown, or a filter conflicts with the
     *                             properties.
     */
    public static Enablement of(
            final int level,
            final long matchAny,
            final long matchAll,
            final int properties,
            final EnablementFilters filters) {
        return new Enablement(level, matchAny, matchAll, properties, filters);
    }

    /**
     * Replaces the filters.
     *
     * @param newFilters filters that replace the existing ones.
     * @return the enablement with the new filters.
     * @throws RingsideException if a filter conflicts with the properties.
     */
    public Enablement withFilters(final EnablementFilters newFilters) {
        return new Enablement(requestedLevel, requestedMatchAny, requestedMatchAll, properties, newFilters);
    }

    /**
     * Returns whether this session may want an event of a level and keyword. Its filters are not applied.
     *
     * @param eventLevel   of the event, 0..255.
     * @param eventKeyword of the event.
     * @return true if it may want the event.
     */
    public boolean accepts(final int eventLevel, final long eventKeyword) {
        if (eventKeyword == Keyword.NONE && ignoresKeywordZero()) {
            return false;
        }
        return Acceptance.accepts(eventLevel, eventKeyword, level(), matchAny(), matchAll());
    }

    /**
     * Returns whether this session wants an event, as far as its descriptor and name determine this. The filters by
     * process and payload may still reject it.
     *
     * @param event descriptor of the event.
     * @param name  of the event.
     * @return true if the session wants the event.
     */
    public boolean accepts(final EventDescriptor event, final String name) {
        return accepts(event.level(), event.keyword()) && filters.acceptsEvent(event, name);
    }

    /**
     * Returns whether this session wants an event, as far as its schema determines this.
     *
     * @param event event declared by the provider.
     * @return true if the session wants the event.
     */
    public boolean accepts(final EventSchema event) {
        return accepts(event.descriptor(), event.name()) && filters.acceptsFields(event);
    }

    /**
     * Returns whether this session wants a string. Allocates nothing.
     *
     * @param stringLevel   of the string, 0..255.
     * @param stringKeyword of the string.
     * @return true if the session wants the string.
     */
    public boolean acceptsString(final int stringLevel, final long stringKeyword) {
        return accepts(stringLevel, stringKeyword) && filters.acceptsString(stringLevel, stringKeyword);
    }

    /**
     * Returns whether this session records the stack of an event.
     *
     * @param event event declared by the provider.
     * @return true if the stack is recorded.
     */
    public boolean wantsStack(final EventSchema event) {
        return has(EnableProperty.STACK_TRACE) && filters.wantsStack(event.descriptor(), event.name());
    }

    /** {@return the maximum level, 1..255} */
    public int level() {
        return requestedLevel == Level.LOG_ALWAYS ? Level.MAX : requestedLevel;
    }

    /** {@return the keywords of which an event needs at least one, never 0} */
    public long matchAny() {
        return requestedMatchAny == Keyword.NONE ? Keyword.ALL : requestedMatchAny;
    }

    /** {@return the keywords of which an event needs all} */
    public long matchAll() {
        return requestedMatchAny == Keyword.NONE ? Keyword.NONE : requestedMatchAll;
    }

    /** {@return the level as requested, 0..255} */
    public int requestedLevel() {
        return requestedLevel;
    }

    /** {@return match-any as requested} */
    public long requestedMatchAny() {
        return requestedMatchAny;
    }

    /** {@return match-all as requested} */
    public long requestedMatchAll() {
        return requestedMatchAll;
    }

    /** {@return the mask of {@link EnableProperty}} */
    public int properties() {
        return properties;
    }

    /**
     * Returns whether the enablement has a property.
     *
     * @param property of {@link EnableProperty}.
     * @return true if it has the property.
     */
    public boolean has(final int property) {
        return (properties & property) != 0;
    }

    /** {@return true if events with keyword 0 are rejected} */
    public boolean ignoresKeywordZero() {
        return has(EnableProperty.IGNORE_KEYWORD_ZERO);
    }

    /** {@return the filters that restrict it further, {@link EnablementFilters#NONE} if there are none} */
    public EnablementFilters filters() {
        return filters;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof Enablement that
                && requestedLevel == that.requestedLevel
                && requestedMatchAny == that.requestedMatchAny
                && requestedMatchAll == that.requestedMatchAll
                && properties == that.properties
                && filters.equals(that.filters);
    }

    @Override
    public int hashCode() {
        return Objects.hash(requestedLevel, requestedMatchAny, requestedMatchAll, properties, filters);
    }

    @Override
    public String toString() {
        return "Enablement{level=" + requestedLevel + ", matchAny=0x" + Long.toHexString(requestedMatchAny)
                + ", matchAll=0x" + Long.toHexString(requestedMatchAll) + ", properties=0x"
                + Integer.toHexString(properties)
                + (filters.equals(EnablementFilters.NONE) ? "" : ", filters=" + filters) + '}';
    }
}
