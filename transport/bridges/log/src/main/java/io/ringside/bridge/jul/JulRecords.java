package io.ringside.bridge.jul;

import io.ringside.bridge.log.LogEntry;
import io.ringside.bridge.log.LogProvider;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** Writes log records. Stateless. */
final class JulRecords {
    private static final Formatter FORMATTER = new SimpleFormatter();

    private JulRecords() {}

    static void write(final LogProvider provider, final LogRecord record) {
        try (LogEntry entry = provider.begin(JulLevels.levelOf(record.getLevel().intValue()),
                record.getLoggerName())) {
            entry.message(entry.isDeep() ? record.getMessage() : textOf(record)).thrown(record.getThrown());
            final Thread current = Thread.currentThread();
            if (record.getLongThreadID() == current.getId()) {
                entry.thread(current.getName());
            } else {
                final Instant time = record.getInstant();
                entry.thread("#" + record.getLongThreadID())
                        .timeNs(TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano());
            }
            entry.write();
        }
    }

    private static @Nullable String textOf(final LogRecord record) {
        try {
            return FORMATTER.formatMessage(record);
        } catch (final Throwable e) {
            return record.getMessage();
        }
    }
}
