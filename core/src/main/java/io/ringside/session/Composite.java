package io.ringside.session;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.internal.filter.Acceptance;
import java.util.Collection;

/**
 * The union of all sessions' enablements of a provider: the highest level, the union of match-any and the intersection
 * of match-all. It may accept an event that no session wants, but never rejects one that a session wants; each
 * session's own decision follows.
 * <p>
 * Immutable. It is always computed from the current enablements, so nothing of an earlier one remains.
 *
 * @param enabled  whether any session has enabled the provider.
 * @param level    highest level that a session wants, 1..255; 0 if not enabled.
 * @param matchAny keywords of which an event needs at least one; 0 if not enabled.
 * @param matchAll keywords of which an event needs all; 0 if not enabled.
 */
public record Composite(boolean enabled, int level, long matchAny, long matchAll) {
    /** No session has enabled the provider; the other values are 0 and have no meaning. */
    public static final Composite DISABLED = new Composite(false, Level.LOG_ALWAYS, Keyword.NONE, Keyword.NONE);

    /**
     * Computes the composite of enablements.
     *
     * @param enablements of one provider, one for each session that enabled it.
     * @return their composite; {@link #DISABLED} if there are none.
     */
    public static Composite of(final Collection<Enablement> enablements) {
        if (enablements.isEmpty()) {
            return DISABLED;
        }
        int level = Level.LOG_ALWAYS;
        long matchAny = Keyword.NONE;
        long matchAll = Keyword.ALL;
        for (final Enablement enablement : enablements) {
            level = Math.max(level, enablement.level());
            matchAny |= enablement.matchAny();
            matchAll &= enablement.matchAll();
        }
        return new Composite(true, level, matchAny, matchAll);
    }

    /**
     * Returns the composite over the sessions of this one and another one.
     *
     * @param other composite of the same provider.
     * @return the composite of both.
     */
    public Composite or(final Composite other) {
        if (!enabled || !other.enabled) {
            return enabled ? this : other;
        }
        return new Composite(true, Math.max(level, other.level), matchAny | other.matchAny, matchAll & other.matchAll);
    }

    /**
     * Returns whether some session may want an event.
     *
     * @param eventLevel   of the event, 0..255.
     * @param eventKeyword of the event.
     * @return false only if no session wants it.
     */
    public boolean accepts(final int eventLevel, final long eventKeyword) {
        return enabled && Acceptance.accepts(eventLevel, eventKeyword, level, matchAny, matchAll);
    }

    /**
     * Returns whether some session may want an event.
     *
     * @param event descriptor with the level and keyword.
     * @return false only if no session wants it.
     */
    public boolean accepts(final EventDescriptor event) {
        return accepts(event.level(), event.keyword());
    }

    @Override
    public String toString() {
        return "Composite{enabled=" + enabled + ", level=" + level + ", matchAny=0x" + Long.toHexString(matchAny)
                + ", matchAll=0x" + Long.toHexString(matchAll) + '}';
    }
}
