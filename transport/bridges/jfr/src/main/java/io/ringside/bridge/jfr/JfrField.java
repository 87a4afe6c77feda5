package io.ringside.bridge.jfr;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import jdk.jfr.DataAmount;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Field of an event, with the conversion of its value into a payload. Immutable.
 *
 * @param schema of the field
 * @param put    writes the value of an event
 */
record JfrField(FieldSchema schema, BiConsumer<RecordedEvent, PayloadWriter> put) {
    private static final String NS = "ns";
    private static final Set<String> WHOLE_NUMBERS = Set.of("byte", "short", "int", "long");

    static JfrField of(final ValueDescriptor value) {
        final String name = value.getName();
        final String type = value.isArray() ? "" : value.getTypeName();
        if ("boolean".equals(type)) {
            return of(name, FieldType.BOOLEAN, (event, payload) -> payload.putBoolean(event.getBoolean(name)));
        }
        if (WHOLE_NUMBERS.contains(type)) {
            return number(value);
        }
        if ("float".equals(type) || "double".equals(type)) {
            return of(name, FieldType.DOUBLE, (event, payload) -> payload.putDouble(event.getDouble(name)));
        }
        return of(name, FieldType.STRING, (event, payload) -> payload.putString(JfrText.of(event.getValue(name))));
    }

    private static JfrField number(final ValueDescriptor value) {
        final String name = value.getName();
        if (value.getAnnotation(Timestamp.class) != null) {
            return of(name, FieldType.TIMESTAMP, (event, payload) -> payload.putLong(ns(event.getInstant(name))));
        }
        if (value.getAnnotation(Timespan.class) != null) {
            return withUnit(NS, of(name, FieldType.INT64,
                    (event, payload) -> payload.putLong(ns(event.getDuration(name)))));
        }
        final JfrField number = of(name, FieldType.INT64, (event, payload) -> payload.putLong(event.getLong(name)));
        return value.getAnnotation(DataAmount.class) == null ? number : withUnit("bytes", number);
    }

    /** Returns the field with the time from the end of the event until now. */
    static JfrField lag() {
        return withUnit(NS, of("lag", FieldType.INT64,
                (event, payload) -> payload.putLong(ns(Instant.now()) - ns(event.getEndTime()))));
    }

    static JfrField duration() {
        return withUnit(NS, of("duration", FieldType.INT64,
                (event, payload) -> payload.putLong(ns(event.getDuration()))));
    }

    static JfrField threadName() {
        return of("eventThread", FieldType.STRING, (event, payload) -> {
            final RecordedThread thread = event.getThread();
            payload.putString(thread == null ? "" : JfrText.of(thread));
        });
    }

    static JfrField threadId() {
        return of("eventThreadId", FieldType.INT64, (event, payload) -> {
            final RecordedThread thread = event.getThread();
            payload.putLong(thread == null ? -1 : thread.getJavaThreadId());
        });
    }

    static JfrField stack() {
        return of("stackTrace", FieldType.STRING,
                (event, payload) -> payload.putString(JfrText.of(event.getStackTrace())));
    }

    private static JfrField of(final String name, final FieldType type,
            final BiConsumer<RecordedEvent, PayloadWriter> put) {
        return new JfrField(FieldSchema.of(name, type), put);
    }

    private static JfrField withUnit(final String unit, final JfrField field) {
        return new JfrField(field.schema.withUnit(unit), field.put);
    }

    /**
     * Returns a duration in nanoseconds. If it does not fit a long, like JFR's "never" and "forever", returns the
     * longest or shortest one.
     */
    static long ns(final Duration duration) {
        return ns(duration.getSeconds(), duration.getNano());
    }

    static long ns(final Instant time) {
        return ns(time.getEpochSecond(), time.getNano());
    }

    private static long ns(final long seconds, final int nano) {
        final long ns = TimeUnit.SECONDS.toNanos(seconds);
        return ns == Long.MAX_VALUE || ns == Long.MIN_VALUE ? ns : ns + nano;
    }
}
