package io.ringside.enablement;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import org.jspecify.annotations.Nullable;

/**
 * What one session asked of one provider: up to which level, which keywords, with which properties. It keeps the
 * request as it was given, which is what an enumeration shows and a classic provider gets, and the normalised values
 * that decide: level 0 means no limit (R3.14), match-any 0 means all ones with match-all unused (R3.13).
 * <p>
 * Immutable, thus safe to share. Enabling again replaces the whole enablement (R4.34).
 */
public final class Enablement {
    private final int requestedLevel;
    private final long requestedMatchAny;
    private final long requestedMatchAll;
    private final int properties;

    private Enablement(final int level, final long matchAny, final long matchAll, final int properties) {
        if (level < Level.LOG_ALWAYS || level > Level.MAX) {
            throw new IllegalArgumentException(
                    "level of enablement out of range: level=" + level + ", min=0, max=" + Level.MAX);
        }
        if ((properties & ~EnableProperty.KNOWN) != 0) {
            throw new IllegalArgumentException("unknown property of enablement: properties=0x"
                    + Integer.toHexString(properties) + ", known=0x" + Integer.toHexString(EnableProperty.KNOWN));
        }
        this.requestedLevel = level;
        this.requestedMatchAny = matchAny;
        this.requestedMatchAll = matchAll;
        this.properties = properties;
    }

    /**
     * Makes an enablement without properties.
     *
     * @param level    highest level that is wanted, 0..255; 0 means no limit.
     * @param matchAny keywords of which one is enough; 0 means all.
     * @param matchAll keywords that are all needed; unused if {@code matchAny} is 0.
     * @return the enablement.
     * @throws IllegalArgumentException if the level is out of range.
     */
    public static Enablement of(final int level, final long matchAny, final long matchAll) {
        return new Enablement(level, matchAny, matchAll, EnableProperty.NONE);
    }

    /**
     * Makes an enablement with properties.
     *
     * @param level      highest level that is wanted, 0..255; 0 means no limit.
     * @param matchAny   keywords of which one is enough; 0 means all.
     * @param matchAll   keywords that are all needed; unused if {@code matchAny} is 0.
     * @param properties of {@link EnableProperty}.
     * @return the enablement.
     * @throws IllegalArgumentException if the level is out of range or a property is unknown.
     */
    public static Enablement of(final int level, final long matchAny, final long matchAll, final int properties) {
        return new Enablement(level, matchAny, matchAll, properties);
    }

    /**
     * Does this session want an event?
     *
     * @param eventLevel   of the event, 0..255.
     * @param eventKeyword of the event.
     * @return true if it does (R3.10, R3.12, R3.15, R3.16).
     */
    public boolean accepts(final int eventLevel, final long eventKeyword) {
        if (eventKeyword == Keyword.NONE && ignoresKeywordZero()) {
            return false;
        }
        return Acceptance.accepts(eventLevel, eventKeyword, level(), matchAny(), matchAll());
    }

    /**
     * Does this session want an event?
     *
     * @param event to be judged by its level and keyword.
     * @return true if it does.
     */
    public boolean accepts(final EventDescriptor event) {
        return accepts(event.level(), event.keyword());
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

    /** {@return true if events with keyword 0 are not wanted} */
    public boolean ignoresKeywordZero() {
        return (properties & EnableProperty.IGNORE_KEYWORD_ZERO) != 0;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof Enablement that
                && requestedLevel == that.requestedLevel
                && requestedMatchAny == that.requestedMatchAny
                && requestedMatchAll == that.requestedMatchAll
                && properties == that.properties;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * requestedLevel + Long.hashCode(requestedMatchAny)) + Long.hashCode(requestedMatchAll))
                + properties;
    }

    @Override
    public String toString() {
        return "Enablement{level=" + requestedLevel + ", matchAny=0x" + Long.toHexString(requestedMatchAny)
                + ", matchAll=0x" + Long.toHexString(requestedMatchAll) + ", properties=0x"
                + Integer.toHexString(properties) + '}';
    }
}
