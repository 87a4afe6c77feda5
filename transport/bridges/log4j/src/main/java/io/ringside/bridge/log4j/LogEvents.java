package io.ringside.bridge.log4j;

import io.ringside.bridge.log.LogEntry;
import io.ringside.bridge.log.LogLevel;
import io.ringside.bridge.log.LogProvider;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.time.Instant;
import org.apache.logging.log4j.message.MapMessage;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/** Writes log events. Stateless. */
final class LogEvents {
    private static final TriConsumer<String, Object, LogEntry> CONTEXT = (key, value, entry) -> entry.context(key,
            value);
    private static final TriConsumer<String, Object, LogEntry> VALUES = (key, value, entry) -> entry.value(key, value);

    private LogEvents() {}

    static LogLevel levelOf(final Level level) {
        final int number = level.intLevel();
        if (number <= Level.FATAL.intLevel()) {
            return LogLevel.FATAL;
        }
        if (number <= Level.ERROR.intLevel()) {
            return LogLevel.ERROR;
        }
        if (number <= Level.WARN.intLevel()) {
            return LogLevel.WARN;
        }
        if (number <= Level.INFO.intLevel()) {
            return LogLevel.INFO;
        }
        return number <= Level.DEBUG.intLevel() ? LogLevel.DEBUG : LogLevel.TRACE;
    }

    static void write(final LogProvider provider, final LogLevel level, final LogEvent event) {
        try (LogEntry entry = provider.begin(level, event.getLoggerName())) {
            final Message message = event.getMessage();
            entry.message(textOf(entry, message)).thread(event.getThreadName()).thrown(event.getThrown());
            if (event.getThreadId() != Thread.currentThread().getId()) {
                final Instant time = event.getInstant();
                entry.timeNs(TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNanoOfSecond());
            }
            for (Marker marker = event.getMarker(); marker != null; marker = parentOf(marker)) {
                entry.marker(marker.getName());
            }
            event.getContextData().forEach(CONTEXT, entry);
            if (message instanceof final MapMessage<?, ?> map) {
                map.forEach(VALUES, entry);
            }
            entry.write();
        }
    }

    /** Returns the first parent; few markers have more. */
    private static @Nullable Marker parentOf(final Marker marker) {
        final Marker[] parents = marker.getParents();
        return parents == null || parents.length == 0 ? null : parents[0];
    }

    private static @Nullable CharSequence textOf(final LogEntry entry, final Message message) {
        if (entry.isDeep()) {
            return "[not formatted: " + message.getClass().getName() + ']';
        }
        try {
            if (message instanceof final StringBuilderFormattable formattable) {
                final StringBuilder text = entry.text();
                formattable.formatTo(text);
                return text;
            }
            return message.getFormattedMessage();
        } catch (final Throwable e) {
            return "[FAILED to format " + message.getClass().getName() + ": " + e.getClass().getName() + ']';
        }
    }
}
