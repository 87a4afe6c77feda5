package io.ringside.write;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Optional parts of a write: activity, related activity, time, excluded sessions, flags. Reused for each event;
 * allocates nothing. Ids of activities are two longs, or a {@link UUID}. Used by one thread at a time.
 */
public final class WriteOptions {
    /** Flag: access no memory that may have to be paged in. Has no effect, since no write waits for memory. */
    public static final int NO_FAULTING = 0x1;
    /** Flag: the event comes from a private context. Sessions that exclude such events do not get it. */
    public static final int IN_PRIVATE = 0x2;

    private static final int KNOWN_FLAGS = NO_FAULTING | IN_PRIVATE;

    private final long[] excludedIds = new long[EventLimits.SESSIONS_MAX];
    private long excludedSlots;
    private boolean hasActivity;
    private long activityMost;
    private long activityLeast;
    private boolean hasRelated;
    private long relatedMost;
    private long relatedLeast;
    private int flags;
    private boolean hasTimeTicks;
    private boolean hasTimeNs;
    private long time;

    /** Options that change nothing. */
    public WriteOptions() {
        // All fields have their initial values.
    }

    /**
     * Reset all options.
     *
     * @return this
     */
    public WriteOptions reset() {
        hasActivity = false;
        hasRelated = false;
        flags = 0;
        excludedSlots = 0;
        return timeOfClock();
    }

    /**
     * Set the time of the event, in place of the session's clock, which is not read then. If it is before times that a
     * reader has delivered, the reader marks the event as late; a time ahead of the clock causes no wait.
     *
     * @param ticks of the session's clock: nanoseconds of {@link System#nanoTime()}, whatever clock the session has
     * @return this
     */
    public WriteOptions timeTicks(final long ticks) {
        hasTimeTicks = true;
        hasTimeNs = false;
        time = ticks;
        return this;
    }

    /**
     * Set the time of the event like {@link #timeTicks}, on another clock. Readers show exactly this time. For the
     * order of events it is converted by the clocks at the session's start, so if the wall clock was set since then,
     * the distances to earlier and later events change.
     *
     * @param epochNs nanoseconds since 1970
     * @return this
     */
    public WriteOptions timeNs(final long epochNs) {
        hasTimeTicks = false;
        hasTimeNs = true;
        time = epochNs;
        return this;
    }

    /**
     * Use the time of the session's clock.
     *
     * @return this
     */
    public WriteOptions timeOfClock() {
        hasTimeTicks = false;
        hasTimeNs = false;
        return this;
    }

    /**
     * Set the activity of the event. The thread's current activity does not change.
     *
     * @param id of the activity; null for the thread's current one
     * @return this
     */
    public WriteOptions activity(final @Nullable UUID id) {
        if (id == null) {
            hasActivity = false;
            return this;
        }
        return activity(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    /**
     * Set the activity of the event. The thread's current activity does not change.
     *
     * @param most  most significant half of its id
     * @param least least significant half of its id
     * @return this
     */
    public WriteOptions activity(final long most, final long least) {
        hasActivity = true;
        activityMost = most;
        activityLeast = least;
        return this;
    }

    /**
     * Set the activity from which the event transfers.
     *
     * @param id of the related activity; null for none
     * @return this
     */
    public WriteOptions related(final @Nullable UUID id) {
        if (id == null) {
            hasRelated = false;
            return this;
        }
        return related(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    /**
     * Set the activity from which the event transfers.
     *
     * @param most  most significant half of its id
     * @param least least significant half of its id
     * @return this
     */
    public WriteOptions related(final long most, final long least) {
        hasRelated = true;
        relatedMost = most;
        relatedLeast = least;
        return this;
    }

    /**
     * Exclude a session. Has no effect once the session has ended, even if another session has its slot.
     *
     * @param session session that does not get the event
     * @return this
     */
    public WriteOptions exclude(final Target session) {
        final int slot = session.slot();
        final long bit = 1L << slot;
        // If a slot has had two sessions, the older one has ended.
        excludedIds[slot] = (excludedSlots & bit) == 0
                ? session.sessionId()
                : Math.max(excludedIds[slot], session.sessionId());
        excludedSlots |= bit;
        return this;
    }

    /**
     * Exclude no session.
     *
     * @return this
     */
    public WriteOptions excludeNone() {
        excludedSlots = 0;
        return this;
    }

    /**
     * Set the flags of the write.
     *
     * @param mask of {@link #NO_FAULTING} and {@link #IN_PRIVATE}; with any other bit a write returns {@link
     *             WriteResult.Status#INVALID_PARAMETER}
     * @return this
     */
    public WriteOptions flags(final int mask) {
        flags = mask;
        return this;
    }

    /** {@return whether a write accepts the flags} */
    public boolean isValid() {
        return (flags & ~KNOWN_FLAGS) == 0;
    }

    /** {@return the flags of the write; 0 for none} */
    public int flags() {
        return flags;
    }

    /** {@return whether {@link #time} was set by {@link #timeTicks}} */
    public boolean hasTimeTicks() {
        return hasTimeTicks;
    }

    /** {@return whether {@link #time} was set by {@link #timeNs}} */
    public boolean hasTimeNs() {
        return hasTimeNs;
    }

    /** {@return the time that was set; meaningless if none was} */
    public long time() {
        return time;
    }

    /** {@return whether an activity was set} */
    public boolean hasActivity() {
        return hasActivity;
    }

    /** {@return the most significant half of the activity's id; meaningless if none was set} */
    public long activityMost() {
        return activityMost;
    }

    /** {@return the least significant half of the activity's id; meaningless if none was set} */
    public long activityLeast() {
        return activityLeast;
    }

    /** {@return whether a related activity was set} */
    public boolean hasRelated() {
        return hasRelated;
    }

    /** {@return the most significant half of the related activity's id; meaningless if none was set} */
    public long relatedMost() {
        return relatedMost;
    }

    /** {@return the least significant half of the related activity's id; meaningless if none was set} */
    public long relatedLeast() {
        return relatedLeast;
    }

    /** {@return slots of the excluded sessions, one bit each; 0 for none} */
    public long excludedSlots() {
        return excludedSlots;
    }

    /**
     * Check whether a session is excluded.
     *
     * @param slot      of the session, 0 to 63
     * @param sessionId id of the session
     * @return whether the session is excluded
     */
    public boolean excludes(final int slot, final long sessionId) {
        return (excludedSlots >>> slot & 1) != 0 && excludedIds[slot] == sessionId;
    }

    /**
     * The identity of a session for providers: its slot, and its id, so that a later session in the slot is not
     * mistaken for it. Immutable.
     *
     * @param slot      of the session, 0 to 63
     * @param sessionId of the session, positive; never used again
     */
    public record Target(int slot, long sessionId) {
        /**
         * Check the ranges.
         *
         * @param slot of the session, 0 to 63
         * @param sessionId of the session, positive; never used again
         */
        public Target {
            if (slot < 0 || slot >= EventLimits.SESSIONS_MAX || sessionId <= 0) {
                throw RingsideException.invalidArgument("no such session: slot=" + slot + ", sessionId=" + sessionId);
            }
        }
    }
}
