package io.ringside.internal.export;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.internal.schema.Utf;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.session.ProcessInfo;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of OTLP requests with logs, as protobuf: an event is a log record, its fields are attributes, its activity is
 * the trace. Records of one process and provider are grouped, in the order of arrival. Field numbers are those of the
 * protocol's definition.
 */
public final class OtlpEncoder implements EventEncoder {
    private static final int RECORDS_MAX = 512;
    /** Leaves space for one more large record within the megabyte that proxies accept by default. */
    private static final int BYTES_MAX = 850_000;
    private static final int DELIMITED = 2;
    private static final int FIXED_64 = 1;
    private static final int BYTES_IN_RECORD = 1 << 10;
    /** Maximum depth of nested arrays and structs, with the values in the innermost one. */
    private static final int DEPTH_MAX = 2 * SchemaLimits.DEPTH_MAX + 2;

    private static final int REQUEST_RESOURCE = 1;
    private static final int RESOURCE = 1;
    private static final int RESOURCE_SCOPE = 2;
    private static final int RESOURCE_ATTRIBUTE = 1;
    private static final int SCOPE = 1;
    private static final int SCOPE_RECORD = 2;
    private static final int SCOPE_NAME = 1;
    private static final int SCOPE_ATTRIBUTE = 3;
    private static final int RECORD_TIME = 1;
    private static final int RECORD_SEVERITY = 2;
    private static final int RECORD_SEVERITY_TEXT = 3;
    private static final int RECORD_BODY = 5;
    private static final int RECORD_ATTRIBUTE = 6;
    private static final int RECORD_TRACE_ID = 9;
    private static final int RECORD_OBSERVED_TIME = 11;
    private static final int RECORD_EVENT_NAME = 12;
    private static final int PAIR_KEY = 1;
    private static final int PAIR_VALUE = 2;
    private static final int VALUE_STRING = 1;
    private static final int VALUE_BOOL = 2;
    private static final int VALUE_INT = 3;
    private static final int VALUE_DOUBLE = 4;
    private static final int VALUE_ARRAY = 5;
    private static final int VALUE_PAIRS = 6;
    private static final int ITEM = 1;
    private static final UUID UNKNOWN = new UUID(0, 0);

    private final OtlpTarget target;
    private final String host;
    private final ByteBuilder record = new ByteBuilder(BYTES_IN_RECORD);
    private final ByteBuilder request = new ByteBuilder(2 * BYTES_MAX);
    private final Attributes attributes = new Attributes();
    private final StringBuilder message = new StringBuilder();
    private Map<UUID, Resource> resources = new LinkedHashMap<>();
    private int records;
    private int bytes;
    private long handedOver;

    /** Records of one process in the current request. */
    private static final class Resource {
        private final ByteBuilder attributes = new ByteBuilder(Byte.MAX_VALUE);
        private final Map<String, ByteBuilder> scopes = new LinkedHashMap<>();
    }

    /**
     * Creates an encoder that sends its requests to a collector.
     *
     * @param sender for requests
     * @throws io.ringside.RingsideException if the collector does not take logs
     */
    public OtlpEncoder(final OtlpSender sender) {
        this(sender, "");
    }

    /**
     * Creates an encoder.
     *
     * @param target for requests
     * @param host   name of the machine of all processes; empty if it is omitted
     */
    OtlpEncoder(final OtlpTarget target, final String host) {
        this.target = target;
        this.host = host;
        target.probe();
    }

    @Override
    public void event(final EventView event) {
        final EventDescriptor descriptor = event.descriptor();
        final EventSchema schema = event.schema();
        begin(event.timeNs(), EventNames.kind(event), OpenTelemetryFacts.severity(descriptor.level()),
                Level.nameOf(descriptor.level()));
        if (event.hasActivity()) {
            tag(RECORD_TRACE_ID, DELIMITED);
            // The id's first byte must be written first.
            record.putByte(2 * Long.BYTES).putLong(Long.reverseBytes(event.activityMost()))
                    .putLong(Long.reverseBytes(event.activityLeast()));
        }
        if (event.isString()) {
            body(String.valueOf(event.string()));
        } else if (schema != null) {
            message.setLength(0);
            if (schema.appendMessage(message, event.buffer(), event.payloadOffset(), event.payloadLength())) {
                body(message.toString());
            }
        }
        attributes.begin();
        if (schema != null) {
            attributes.encode(event, schema);
            attributes.leaveAll();
        } else if (!event.isString()) {
            attributes.text("ringside.payload", EventLines.hex(event));
        }
        OpenTelemetryFacts.forEach(event, attributes);
        add(event.incarnation(), event.processId(), event.process(), event.providerName(), event.providerId());
    }

    @Override
    public void gap(final GapView gap, final long timeNs) {
        EventLines.forEachFate(gap, (fate, count, isLost) -> {
            begin(timeNs, EventNames.LOSS, OpenTelemetryFacts.WARN, Level.nameOf(Level.WARNING));
            attributes.begin();
            attributes.text("cause", fate);
            attributes.large("lost", isLost ? count : 0);
            attributes.large("events", count);
            if (gap.fromTimeNs() != null) {
                attributes.large("from", gap.fromTimeNs());
            }
            if (gap.toTimeNs() != null) {
                attributes.large("until", gap.toTimeNs());
            }
            if (gap.threadId() != null) {
                attributes.large("thread.id", gap.threadId());
                attributes.text("thread.name", EventNames.thread(gap));
            }
            add(gap.incarnation(), gap.processId(), gap.process(), "ringside", null);
        });
    }

    /** Records that events without a description were lost because they are gone. */
    void gone(final long lostEvents, final long timeNs) {
        begin(timeNs, EventNames.LOSS, OpenTelemetryFacts.WARN, Level.nameOf(Level.WARNING));
        attributes.begin();
        attributes.text("cause", "gone");
        attributes.large("lost", lostEvents);
        attributes.large("events", lostEvents);
        add(UNKNOWN, null, null, "ringside", null);
    }

    @Override
    public void flushFull() {
        if (records >= RECORDS_MAX || bytes >= BYTES_MAX) {
            flush();
        }
    }

    @Override
    public void flush() {
        if (records > 0) {
            request.clear();
            resources.values().forEach(this::putResource);
            final int count = records;
            records = 0;
            bytes = 0;
            resources = new LinkedHashMap<>();
            handedOver += count;
            target.send(request, count);
        }
    }

    @Override
    public void end() {
        flush();
    }

    @Override
    public long sent() {
        return target.sent();
    }

    @Override
    public long unsent() {
        // A failed request may have been sent in parts, some of which were accepted.
        return handedOver - target.sent() - target.rejected() + records;
    }

    @Override
    public long rejected() {
        return target.rejected();
    }

    @Override
    public String rejection() {
        return target.reason();
    }

    @Override
    public long sentBytes() {
        return target.bytes();
    }

    private void begin(final long timeNs, final String name, final int severity, final @Nullable String level) {
        record.clear();
        tag(RECORD_TIME, FIXED_64);
        record.putLong(timeNs);
        tag(RECORD_OBSERVED_TIME, FIXED_64);
        record.putLong(timeNs);
        tag(RECORD_SEVERITY, 0);
        record.putVarint(severity);
        if (level != null) {
            text(record, RECORD_SEVERITY_TEXT, level);
        }
        text(record, RECORD_EVENT_NAME, name);
    }

    private void body(final String text) {
        tag(RECORD_BODY, DELIMITED);
        final int begin = record.begin();
        text(record, VALUE_STRING, text);
        record.end(begin);
    }

    private void add(final UUID incarnation, final @Nullable Long pid, final @Nullable ProcessInfo process,
            final String provider, final @Nullable UUID providerId) {
        Resource resource = resources.get(incarnation);
        if (resource == null) {
            resource = new Resource();
            putProcess(resource.attributes, incarnation, pid, process);
            resources.put(incarnation, resource);
        }
        ByteBuilder scope = resource.scopes.get(provider);
        if (scope == null) {
            scope = new ByteBuilder(BYTES_IN_RECORD);
            putScope(scope, provider, providerId);
            resource.scopes.put(provider, scope);
        }
        final int before = scope.length();
        scope.putVarint(SCOPE_RECORD << 3 | DELIMITED).putVarint(record.length()).putBytes(record);
        bytes += scope.length() - before;
        records++;
    }

    private void putProcess(final ByteBuilder attributesOf, final UUID incarnation, final @Nullable Long pid,
            final @Nullable ProcessInfo process) {
        final String command = process == null ? "" : process.command();
        final String name = command.substring(command.lastIndexOf('/') + 1);
        if (!host.isEmpty()) {
            attribute(attributesOf, RESOURCE_ATTRIBUTE, "host.name", host);
        }
        attribute(attributesOf, RESOURCE_ATTRIBUTE, "service.name", name.isEmpty() ? "unknown_service" : name);
        attribute(attributesOf, RESOURCE_ATTRIBUTE, "service.instance.id", incarnation.toString());
        if (pid != null) {
            attributesOf.putVarint(RESOURCE_ATTRIBUTE << 3 | DELIMITED);
            final int begin = attributesOf.begin();
            text(attributesOf, PAIR_KEY, "process.pid");
            attributesOf.putVarint(PAIR_VALUE << 3 | DELIMITED);
            final int value = attributesOf.begin();
            attributesOf.putVarint(VALUE_INT << 3).putVarint(pid);
            attributesOf.end(value);
            attributesOf.end(begin);
        }
        if (!command.isEmpty()) {
            attribute(attributesOf, RESOURCE_ATTRIBUTE, "process.command", command);
        }
        if (process != null && process.startTimeNs() > 0) {
            final long second = TimeUnit.SECONDS.toNanos(1);
            attribute(attributesOf, RESOURCE_ATTRIBUTE, "process.creation.time", Instant.ofEpochSecond(
                    process.startTimeNs() / second, process.startTimeNs() % second).toString());
        }
    }

    private static void putScope(final ByteBuilder target, final String provider, final @Nullable UUID providerId) {
        target.putVarint(SCOPE << 3 | DELIMITED);
        final int begin = target.begin();
        text(target, SCOPE_NAME, provider);
        if (providerId != null) {
            attribute(target, SCOPE_ATTRIBUTE, "ringside.provider.id", providerId.toString());
        }
        target.end(begin);
    }

    private void putResource(final Resource resource) {
        int length = 1 + varintLength(resource.attributes.length()) + resource.attributes.length();
        for (final ByteBuilder scope : resource.scopes.values()) {
            length += 1 + varintLength(scope.length()) + scope.length();
        }
        request.putVarint(REQUEST_RESOURCE << 3 | DELIMITED).putVarint(length);
        request.putVarint(RESOURCE << 3 | DELIMITED).putVarint(resource.attributes.length())
                .putBytes(resource.attributes);
        for (final ByteBuilder scope : resource.scopes.values()) {
            request.putVarint(RESOURCE_SCOPE << 3 | DELIMITED).putVarint(scope.length()).putBytes(scope);
        }
    }

    private static int varintLength(final int number) {
        return number == 0 ? 1 : (Integer.SIZE - Integer.numberOfLeadingZeros(number) + 6) / 7;
    }

    private void tag(final int field, final int type) {
        record.putVarint(field << 3 | type);
    }

    private static void attribute(final ByteBuilder target, final int field, final String key, final String value) {
        target.putVarint(field << 3 | DELIMITED);
        final int begin = target.begin();
        text(target, PAIR_KEY, key);
        target.putVarint(PAIR_VALUE << 3 | DELIMITED);
        final int inner = target.begin();
        text(target, VALUE_STRING, value);
        target.end(inner);
        target.end(begin);
    }

    private static void text(final ByteBuilder target, final int field, final String text) {
        target.putVarint(field << 3 | DELIMITED).putVarint(Utf.lengthOf(text)).putUtf8(text);
    }

    /** Encoder of fields and other properties as attributes: keys with values, which may be arrays and pairs. */
    private final class Attributes extends FieldEncoder implements OpenTelemetryFacts.Sink {
        private final int[] pairs = new int[DEPTH_MAX];
        private final int[] values = new int[DEPTH_MAX];
        private final int[] bodies = new int[DEPTH_MAX];
        private final boolean[] arrays = new boolean[DEPTH_MAX];
        private int depth;

        Attributes() {
            super(false);
        }

        void begin() {
            depth = 0;
        }

        @Override
        byte[] head(final FieldSchema field, final boolean isOutermost) {
            final int begin = record.length();
            OtlpEncoder.text(record, PAIR_KEY, field.name());
            final byte[] head = record.copy(begin);
            record.truncate(begin);
            return head;
        }

        @Override
        public void text(final String name, final String value) {
            open(FieldEncoder.utf8(name), true);
            OtlpEncoder.text(record, VALUE_STRING, value);
            close();
        }

        @Override
        public void number(final String name, final int value) {
            large(name, value);
        }

        @Override
        public void large(final String name, final long value) {
            open(FieldEncoder.utf8(name), true);
            record.putVarint(VALUE_INT << 3).putVarint(value);
            close();
        }

        @Override
        public void truth(final String name, final boolean value) {
            open(FieldEncoder.utf8(name), true);
            record.putVarint(VALUE_BOOL << 3).putByte(value ? 1 : 0);
            close();
        }

        private boolean isInArray() {
            return depth > 0 && arrays[depth - 1];
        }

        /** Begins a pair and its value; in an array, only the value. */
        private void open(final byte[] key, final boolean isBare) {
            if (isInArray()) {
                pairs[depth] = -1;
                record.putVarint(ITEM << 3 | DELIMITED);
            } else {
                record.putVarint((depth == 0 ? RECORD_ATTRIBUTE : ITEM) << 3 | DELIMITED);
                pairs[depth] = record.begin();
                if (isBare) {
                    record.putVarint(PAIR_KEY << 3 | DELIMITED).putVarint(key.length);
                }
                record.putBytes(key);
                record.putVarint(PAIR_VALUE << 3 | DELIMITED);
            }
            values[depth] = record.begin();
        }

        private void open(final Prepared field) {
            open(field.head, false);
        }

        private void close() {
            record.end(values[depth]);
            if (pairs[depth] >= 0) {
                record.end(pairs[depth]);
            }
        }

        private void enter(final FieldSchema field, final int kind) {
            open(prepared(field));
            record.putVarint(kind << 3 | DELIMITED);
            bodies[depth] = record.begin();
            arrays[depth] = kind == VALUE_ARRAY;
            depth++;
        }

        private void leave() {
            depth--;
            record.end(bodies[depth]);
            close();
        }

        /** Closes all open values: a payload that ends too early may leave some open. */
        private void leaveAll() {
            while (depth > 0) {
                leave();
            }
        }

        @Override
        public void onStructBegin(final FieldSchema field) {
            enter(field, VALUE_PAIRS);
        }

        @Override
        public void onStructEnd(final FieldSchema field) {
            leave();
        }

        @Override
        public void onArrayBegin(final FieldSchema field, final long count) {
            enter(field, VALUE_ARRAY);
        }

        @Override
        public void onArrayEnd(final FieldSchema field) {
            leave();
        }

        @Override
        void encodeWhole(final Prepared field, final long value) {
            open(field);
            if (field.form == Form.HEX) {
                OtlpEncoder.text(record, VALUE_STRING, "0x" + Long.toHexString(value));
            } else if (field.form == Form.UNSIGNED && value < 0) {
                // The protocol has no unsigned 64-bit integers.
                OtlpEncoder.text(record, VALUE_STRING, Long.toUnsignedString(value));
            } else {
                record.putVarint(VALUE_INT << 3).putVarint(value);
            }
            close();
        }

        @Override
        void encodeDouble(final Prepared field, final double value) {
            open(field);
            record.putVarint(VALUE_DOUBLE << 3 | FIXED_64).putLong(Double.doubleToRawLongBits(value));
            close();
        }

        @Override
        void encodeBoolean(final Prepared field, final boolean value) {
            open(field);
            record.putVarint(VALUE_BOOL << 3).putByte(value ? 1 : 0);
            close();
        }

        @Override
        void encodeText(final Prepared field, final DirectBuffer buffer, final int offset, final int length) {
            open(field);
            record.putVarint(VALUE_STRING << 3 | DELIMITED).putVarint(length).putBytes(buffer, offset, length);
            close();
        }

        @Override
        void encodeText(final Prepared field, final String value) {
            open(field);
            OtlpEncoder.text(record, VALUE_STRING, value);
            close();
        }

        @Override
        void encodeExtra(final String name, final String value) {
            text(name, value);
        }
    }
}
