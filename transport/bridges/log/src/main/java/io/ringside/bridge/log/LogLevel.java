package io.ringside.bridge.log;

import io.ringside.event.Level;
import java.util.Locale;

/** Levels of log calls. Each has its own event, with an id and a level that never change. */
public enum LogLevel {
    /** The application cannot continue. */
    FATAL(1, Level.CRITICAL),
    /** An error. */
    ERROR(2, Level.ERROR),
    /** A warning. */
    WARN(3, Level.WARNING),
    /** Normal operation. */
    INFO(4, Level.INFORMATION),
    /** Information for developers. */
    DEBUG(5, Level.VERBOSE),
    /** The most detailed information. Level 16 is used, since levels 6 to 15 are reserved. */
    TRACE(6, Level.FIRST_OWN);

    private static final LogLevel[] LEVELS = values();

    private final int eventId;
    private final int level;
    private final String eventName;

    LogLevel(final int eventId, final int level) {
        this.eventId = eventId;
        this.level = level;
        this.eventName = name().toLowerCase(Locale.ROOT);
    }

    /** {@return the id of the event} */
    public int eventId() {
        return eventId;
    }

    /** {@return the level of the event} */
    public int level() {
        return level;
    }

    /** {@return the name of the event, such as {@code debug}} */
    public String eventName() {
        return eventName;
    }

    /** {@return a mask with one bit, 1 for the first level} */
    int bit() {
        return 1 << index();
    }

    /** {@return the index among all levels, from 0} */
    int index() {
        return eventId - 1;
    }

    static LogLevel of(final int index) {
        return LEVELS[index];
    }
}
