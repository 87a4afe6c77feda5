package io.ringside.bridge.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.ringside.bridge.log.LogEntry;
import io.ringside.bridge.log.LogLevel;
import io.ringside.bridge.log.LogProvider;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.FormattingTuple;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.MDCAdapter;

/** Writes logging events, and calls that have no event. Stateless. */
final class LogbackEvents {
    private LogbackEvents() {}

    static LogLevel levelOf(final Level level) {
        if (level.levelInt >= Level.ERROR_INT) {
            return LogLevel.ERROR;
        }
        if (level.levelInt >= Level.WARN_INT) {
            return LogLevel.WARN;
        }
        if (level.levelInt >= Level.INFO_INT) {
            return LogLevel.INFO;
        }
        return level.levelInt >= Level.DEBUG_INT ? LogLevel.DEBUG : LogLevel.TRACE;
    }

    static void write(final LogProvider provider, final LogLevel level, final ILoggingEvent event) {
        try (LogEntry entry = provider.begin(level, event.getLoggerName())) {
            final String thread = event.getThreadName();
            entry.message(entry.isDeep() ? event.getMessage() : textOf(event)).thread(thread);
            if (!Thread.currentThread().getName().equals(thread)) {
                final Instant time = event.getInstant();
                entry.timeNs(TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano());
            }
            final IThrowableProxy thrown = event.getThrowableProxy();
            if (thrown instanceof final ThrowableProxy proxy) {
                entry.thrown(proxy.getThrowable());
            } else if (thrown != null) {
                entry.thrownText(ThrowableProxyUtil.asString(thrown));
            }
            final List<Marker> markers = event.getMarkerList();
            if (markers != null) {
                markers.forEach(entry::marker);
            }
            addContext(entry, event.getMDCPropertyMap());
            final List<KeyValuePair> pairs = event.getKeyValuePairs();
            if (pairs != null) {
                pairs.forEach(pair -> entry.value(pair.key, pair.value));
            }
            entry.write();
        }
    }

    /** Writes a call that creates no event, since the level of its logger rejects it. */
    static void write(final LogProvider provider, final LogLevel level, final Logger logger,
            final @Nullable Marker marker, final @Nullable String format, final @Nullable Object @Nullable [] params,
            final @Nullable Throwable thrown) {
        try (LogEntry entry = provider.begin(level, logger.getName())) {
            Throwable found = thrown;
            if (params == null || params.length == 0 || entry.isDeep()) {
                entry.message(format);
            } else {
                final FormattingTuple tuple = thrown == null
                        ? MessageFormatter.arrayFormat(format, params)
                        : MessageFormatter.arrayFormat(format, params, thrown);
                entry.message(tuple.getMessage());
                found = tuple.getThrowable();
            }
            entry.thrown(found).thread(Thread.currentThread().getName());
            if (marker != null) {
                entry.marker(marker);
            }
            final MDCAdapter context = logger.getLoggerContext().getMDCAdapter();
            addContext(entry, context == null ? null : context.getCopyOfContextMap());
            entry.write();
        }
    }

    private static void addContext(final LogEntry entry, final @Nullable Map<String, String> context) {
        if (context != null) {
            context.forEach(entry::context);
        }
    }

    private static @Nullable String textOf(final ILoggingEvent event) {
        try {
            return event.getFormattedMessage();
        } catch (final Throwable e) {
            return event.getMessage();
        }
    }
}
