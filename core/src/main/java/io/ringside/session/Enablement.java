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
 * The request of one session to one provider: up to which level, which keywords, with which properties. It keeps the
 * request as it was given, which an enumeration shows and a classic provider gets, and the normalised values that
 * decide: level 0 means no limit, match-any 0 means all ones with match-all unused. Its filters narrow that down.
 * <p>
 * Immutable, thus safe to share. Enabling again replaces the whole enablement.
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
     * Makes an enablement without properties.
     *
     * @param level    highest level that is wanted, 0..255; 0 means no limit.
     * @param matchAny keywords of which one is enough; 0 means all.
     * @param matchAll keywords that are all needed; unused if {@code matchAny} is 0.
     * @return the enablement.
     * @throws RingsideException if the level is out of range.
     */
    public static Enablement of(final int level, final long matchAny, final long matchAll) {
        return of(level, matchAny, matchAll, EnableProperty.NONE);
    }

    /**
     * Makes an enablement with properties.
     *
     * @param level      highest level that is wanted, 0..255; 0 means no limit.
     * @param matchAny   keywords of which one is enough; 0 means all.
     * @param matchAll   keywords that are all needed; unused if {@code matchAny} is 0.
     * @param properties of {@link EnableProperty}.
     * @return the enablement.
     * @throws RingsideException if the level is out of range or a property is unknown.
     */
    public static Enablement of(final int level, final long matchAny, final long matchAll, final int properties) {
        return new Enablement(level, matchAny, matchAll, properties, EnablementFilters.NONE);
    }

    /**
     * Makes an enablement with properties and filters.
     *
     * @param level      highest level that is wanted, 0..255; 0 means no limit.
     * @param matchAny   keywords of which one is enough; 0 means all.
     * @param matchAll   keywords that are all needed; unused if {@code matchAny} is 0.
     * @param properties of {@link EnableProperty}.
     * @param filters    that narrow it down.
     * @return the enablement.
     * @throws RingsideException if the level is out of range, a property is unknown, or a filter does not go
     *                                  with the properties.
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
     * @param newFilters that narrow it down, instead of those that it has.
     * @return an enablement with them.
     * @throws RingsideException if a filter does not go with the properties.
     */
    public Enablement withFilters(final EnablementFilters newFilters) {
        return new Enablement(requestedLevel, requestedMatchAny, requestedMatchAll, properties, newFilters);
    }

    /**
     * May this session want an event of a level and keyword? Its filters are not applied.
     *
     * @param eventLevel   of the event, 0..255.
     * @param eventKeyword of the event.
     * @return true if it may.
     */
    public boolean accepts(final int eventLevel, final long eventKeyword) {
        if (eventKeyword == Keyword.NONE && ignoresKeywordZero()) {
            return false;
        }
        return Acceptance.accepts(eventLevel, eventKeyword, level(), matchAny(), matchAll());
    }

    /**
     * Does this session want an event, as far as its descriptor and name say? The process and the payload may still
     * keep it away.
     *
     * @param event its descriptor.
     * @param name  of the event.
     * @return true if it does.
     */
    public boolean accepts(final EventDescriptor event, final String name) {
        return accepts(event.level(), event.keyword()) && filters.acceptsEvent(event, name);
    }

    /**
     * Does this session want an event, as far as its schema says?
     *
     * @param event declared by the provider.
     * @return true if it does.
     */
    public boolean accepts(final EventSchema event) {
        return accepts(event.descriptor(), event.name()) && filters.acceptsFields(event);
    }

    /**
     * Does this session want a string? Allocates nothing.
     *
     * @param stringLevel   of the string, 0..255.
     * @param stringKeyword of the string.
     * @return true if it does.
     */
    public boolean acceptsString(final int stringLevel, final long stringKeyword) {
        return accepts(stringLevel, stringKeyword) && filters.acceptsString(stringLevel, stringKeyword);
    }

    /**
     * Does this session want the stack with an event?
     *
     * @param event declared by the provider.
     * @return true if it does.
     */
    public boolean wantsStack(final EventSchema event) {
        return has(EnableProperty.STACK_TRACE) && filters.wantsStack(event.descriptor(), event.name());
    }

    /** {@return the highest level that is wanted, 1..255} */
    public int level() {
        return requestedLevel == Level.LOG_ALWAYS ? Level.MAX : requestedLevel;
    }

    /** {@return the keywords of which one is enough, never 0} */
    public long matchAny() {
        return requestedMatchAny == Keyword.NONE ? Keyword.ALL : requestedMatchAny;
    }

    /** {@return the keywords that are all needed} */
    public long matchAll() {
        return requestedMatchAny == Keyword.NONE ? Keyword.NONE : requestedMatchAll;
    }

    /** {@return the level as it was asked for, 0..255} */
    public int requestedLevel() {
        return requestedLevel;
    }

    /** {@return match-any as it was asked for} */
    public long requestedMatchAny() {
        return requestedMatchAny;
    }

    /** {@return match-all as it was asked for} */
    public long requestedMatchAll() {
        return requestedMatchAll;
    }

    /** {@return the mask of {@link EnableProperty}} */
    public int properties() {
        return properties;
    }

    /**
     * Does the session have a property?
     *
     * @param property of {@link EnableProperty}.
     * @return true if it has.
     */
    public boolean has(final int property) {
        return (properties & property) != 0;
    }

    /** {@return true if events with keyword 0 are not wanted} */
    public boolean ignoresKeywordZero() {
        return has(EnableProperty.IGNORE_KEYWORD_ZERO);
    }

    /** {@return what narrows it down, {@link EnablementFilters#NONE} if nothing does} */
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
