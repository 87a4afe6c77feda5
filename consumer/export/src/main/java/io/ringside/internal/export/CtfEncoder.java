package io.ringside.internal.export;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.export.EventKinds.Kind;
import io.ringside.internal.export.FieldEncoder.Form;
import io.ringside.internal.reader.ClassicItems;
import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of a trace in CTF 1.8: a folder with {@code metadata} and a stream for each lane. Lost events are reported by
 * an empty packet from the first loss to the last, whose count of discarded events is raised, and by an event {@code
 * ringside:loss} with the causes. Times never go back within a stream, because readers stop there: an event that is
 * older than its predecessor gets the predecessor's time, and its own time is in its context. A payload that its schema
 * does not describe completely, or an SBE message, is one field with JSON. NUL ends texts in CTF, so it becomes U+2400.
 */
public final class CtfEncoder implements EventEncoder {
    /** Index of the stream for losses without a lane. */
    private static final int NO_LANE = -1;
    private static final long UNKNOWN_TIME_NS = Long.MIN_VALUE;
    private static final int MAGIC = 0xC1FC1FC1;
    private static final int STREAM_ID = 0;
    private static final int PACKET_BYTES = 1 << 16;
    /** Maximum number of bytes in the buffered packets of all lanes. */
    private static final long WAITING_BYTES_MAX = 64L << 20;
    /** Offset of the packet's context, after magic number, UUID, stream and instance. */
    private static final int CONTEXT_OFFSET = 32;
    private static final int HEADER_LENGTH = CONTEXT_OFFSET + 6 * Long.BYTES;
    /** Initial capacity for the bytes of a descriptor. */
    private static final int HEAD_BYTES = 16;
    /** Largest time that is written: readers take the number after it for the end of time. */
    private static final long SHOWN_NS_MAX = Long.MAX_VALUE - 1;
    private static final String JSON = "json";
    private static final String PAYLOAD = "payload";
    private static final String DOUBLE = " floating_point { exp_dig = 11; mant_dig = 53; align = 8; }";

    private static final String HEAD = """
            /* CTF 1.8 */
            typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
            typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
            typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
            typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
            typealias integer { size = 64; align = 8; signed = true; } := int64_t;
            typealias integer { size = 64; align = 8; signed = false; base = 16; } := mask_t;
            trace {
                major = 1; minor = 8; uuid = "$uuid"; byte_order = le;
                packet.header := struct {
                    uint32_t magic; uint8_t uuid[16]; uint32_t stream_id; uint64_t stream_instance_id;
                };
            };
            env { tracer_name = "ringside"; tracer_major = 1; };
            clock {
                name = wall; description = "nanoseconds since 1970 UTC"; freq = 1000000000; offset = 0; absolute = true;
            };
            typealias integer { size = 64; align = 8; signed = false; map = clock.wall.value; } := clock_t;
            stream {
                id = 0;
                packet.context := struct {
                    clock_t timestamp_begin; clock_t timestamp_end; uint64_t content_size; uint64_t packet_size;
                    uint64_t packet_seq_num; uint64_t events_discarded;
                };
                event.header := struct { uint32_t id; clock_t timestamp; };
                event.context := struct {
                    int64_t _vpid; int64_t _vtid; string _thread; int64_t _time; uint8_t _late; uint16_t _id;
                    uint8_t _version; uint8_t _level; uint8_t _opcode; uint16_t _task; mask_t _keyword;
                    string _activityId; string _relatedActivityId; uint64_t _weight;
                };
            };
            """;

    private final Path folder;
    private final UUID uuid = UUID.randomUUID();
    private final StringBuilder metadata = new StringBuilder(HEAD.replace("$uuid", uuid.toString()));
    private final EventKinds kinds = new EventKinds("CTF", this::declare);
    private final Map<StreamKey, Stream> streams = new LinkedHashMap<>();
    private final Fields fields = new Fields();
    private final JsonFields json = new JsonFields();
    private long waitingBytes;
    private int lastId;
    private int lossId = -1;
    private @Nullable Stream last;

    private record StreamKey(UUID process, int lane) {}

    /**
     * Creates an encoder.
     *
     * @param folder existing folder
     */
    public CtfEncoder(final Path folder) {
        this.folder = folder;
    }

    @Override
    public void event(final EventView event) throws IOException {
        final Stream stream = stream(event.incarnation(), event.lane());
        final EventSchema schema = event.schema();
        if (schema == null) {
            stream.textEvent(event, event.isString() ? EventNames.STRING : PAYLOAD,
                    event.isString() ? String.valueOf(event.string()) : EventLines.hex(event));
        } else if (schema.sbe() != null || !stream.typedEvent(event, schema)) {
            final StringBuilder text = new StringBuilder();
            json.append(text, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
            stream.textEvent(event, JSON, text.toString());
        }
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        stream(gap.incarnation(), gap.lane() == null ? NO_LANE : gap.lane()).gap(gap, timeNs);
    }

    @Override
    public void end() throws IOException {
        for (final Stream stream : streams.values()) {
            stream.endPacket(stream.lastNs);
        }
        Files.writeString(folder.resolve("metadata"), metadata);
    }

    private void freeAll() throws IOException {
        for (final Stream stream : streams.values()) {
            stream.endPacket(stream.lastNs);
            stream.packet.free();
            stream.capacity = 0;
        }
        waitingBytes = 0;
    }

    private static long orUnknownTime(final @Nullable Long timeNs) {
        return timeNs == null ? UNKNOWN_TIME_NS : timeNs;
    }

    private Stream stream(final UUID process, final int lane) {
        final Stream same = last;
        if (same != null && same.key.lane == lane && same.key.process.equals(process)) {
            return same;
        }
        final Stream found = streams.computeIfAbsent(new StreamKey(process, lane),
                key -> new Stream(key, streams.size()));
        last = found;
        return found;
    }

    private void declare(final Kind kind) {
        kind.id = ++lastId;
        kind.head = putDescriptor(new ByteBuilder(HEAD_BYTES), kind.descriptor).copy(0);
        beginEvent(kind.provider + ':' + kind.event, kind.id, kind.descriptor.level());
        if (kind.schema == null) {
            metadata.append(" string _").append(kind.field).append(';');
        } else {
            declareFields(kind.schema.fields());
        }
        metadata.append(" }; };\n");
    }

    private static ByteBuilder putDescriptor(final ByteBuilder target, final EventDescriptor descriptor) {
        return target.putShort(descriptor.id()).putByte(descriptor.version()).putByte(descriptor.level())
                .putByte(descriptor.opcode()).putShort(descriptor.task()).putLong(descriptor.keyword());
    }

    private void beginEvent(final String name, final int id, final int level) {
        metadata.append("event { name = \"").append(literal(name)).append("\"; id = ").append(id)
                .append("; stream_id = 0;");
        final int logLevel = switch (level) {
            case Level.CRITICAL -> 2;
            case Level.ERROR -> 3;
            case Level.WARNING -> 4;
            case Level.INFORMATION -> 6;
            case Level.VERBOSE -> 14;
            default -> -1;
        };
        if (logLevel >= 0) {
            metadata.append(" loglevel = ").append(logLevel).append(';');
        }
        metadata.append(" fields := struct {");
    }

    /** Declares fields with a leading underscore, which readers remove, so that no name is a keyword of CTF. */
    private void declareFields(final List<FieldSchema> declared) {
        // The length of an array is in a field before it; the number of a decimal is in a field after it.
        final List<String> texts = new ArrayList<>();
        final List<String> wanted = new ArrayList<>();
        for (final FieldSchema field : declared) {
            texts.add(field.name());
            wanted.add(FormatNames.CTF.of(field.name()));
            if (field.shape() != FieldSchema.Shape.SCALAR) {
                texts.add(field.name() + "\nlength");
                wanted.add(FormatNames.CTF.of(field.name()) + "_length");
            } else if (FieldEncoder.hasNumber(field)) {
                texts.add(field.name() + "\nnumber");
                wanted.add(FormatNames.CTF.of(field.name()) + FieldEncoder.NUMBER);
            }
        }
        final Iterator<String> names = FormatNames.distinct(wanted, texts, Set.of(), false).iterator();
        for (final FieldSchema field : declared) {
            final String name = names.next();
            final String length = field.shape() == FieldSchema.Shape.SCALAR ? "" : names.next();
            if (!length.isEmpty()) {
                metadata.append(" uint32_t _").append(length).append(';');
            }
            declareType(field);
            metadata.append(" _").append(name);
            if (!length.isEmpty()) {
                metadata.append("[_").append(length).append(']');
            }
            metadata.append(';');
            if (!name.equals(field.name())) {
                metadata.append(" /* ").append(field.name().replace("*/", "* /")).append(" */");
            }
            if (FieldEncoder.hasNumber(field)) {
                metadata.append(DOUBLE).append(" _").append(names.next()).append(';');
            }
        }
    }

    private void declareType(final FieldSchema field) {
        final Form form = FieldEncoder.form(field);
        switch (form) {
            case SIGNED, UNSIGNED, HEX -> metadata.append(" integer { size = ")
                    .append(field.type().length() * Byte.SIZE).append("; align = 8; signed = ")
                    .append(form == Form.SIGNED).append(form == Form.HEX ? "; base = 16; }" : "; base = 10; }");
            case FLOAT -> metadata.append(" floating_point { exp_dig = 8; mant_dig = 24; align = 8; }");
            case DOUBLE -> metadata.append(DOUBLE);
            case BOOLEAN -> metadata.append(" uint8_t");
            case TEXT -> metadata.append(" string");
            case STRUCT -> {
                metadata.append(" struct {");
                declareFields(field.members());
                metadata.append(" }");
            }
            default -> throw new AssertionError(form);
        }
    }

    private static String literal(final String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
    }

    /** {@return the id of the event type for losses, declared at the first loss} */
    private int lossId() {
        if (lossId < 0) {
            lossId = ++lastId;
            beginEvent("ringside:loss", lossId, Level.WARNING);
            metadata.append(" int64_t _from; int64_t _to; uint64_t _lost; uint64_t _overwritten; uint64_t _missing;"
                    + " uint64_t _behind;");
            for (final LossCause cause : LossCause.values()) {
                metadata.append(" uint64_t _").append(cause.jsonName()).append(';');
            }
            metadata.append(" }; };\n");
        }
        return lossId;
    }

    /** File with the packets of a lane; the last packet waits for more events. */
    private final class Stream {
        private final StreamKey key;
        private final int instance;
        private final AppendedFile file;
        private final ByteBuilder packet = new ByteBuilder(0);
        private int capacity;
        private long firstNs;
        private long lastNs;
        private long packets;
        private long discarded;
        private long namedThread = Long.MIN_VALUE;
        private @Nullable String knownName;
        private byte[] threadName = {};

        Stream(final StreamKey key, final int instance) {
            this.key = key;
            this.instance = instance;
            this.file = new AppendedFile(folder.resolve("stream_" + instance), false);
        }

        void textEvent(final EventView event, final String field, final String text) throws IOException {
            beginEvent(event, kinds.ofText(event, field).id);
            putDescriptor(packet, event.descriptor());
            putActivities(event);
            putText(text);
            endEvent();
        }

        /** Returns false, with nothing written, if the schema does not describe the whole payload. */
        boolean typedEvent(final EventView event, final EventSchema schema) throws IOException {
            final int begin = packet.length();
            final long before = lastNs;
            final Kind kind = kinds.of(event, schema);
            beginEvent(event, kind.id);
            if (!ClassicItems.isIn(event)) {
                packet.putBytes(kind.head);
            } else {
                // A classic event has its own level.
                putDescriptor(packet, event.descriptor());
            }
            putActivities(event);
            if (kind.numbersLength == event.payloadLength()) {
                // The trace has the same bytes for these fields as the record.
                packet.putBytes(event.buffer(), event.payloadOffset(), kind.numbersLength);
            } else if (!fields.encodeWhole(event, schema, packet)) {
                packet.truncate(begin);
                lastNs = before;
                return false;
            }
            endEvent();
            return true;
        }

        private void beginEvent(final EventView event, final int id) {
            begin(id, event.timeNs());
            packet.putLong(EventNames.orUnknown(event.processId())).putLong(event.threadId());
            final String name = event.threadName();
            if (event.threadId() != namedThread || !Objects.equals(name, knownName)) {
                namedThread = event.threadId();
                knownName = name;
                threadName = FieldEncoder.utf8(FieldEncoder.withSymbols(EventNames.thread(event)));
            }
            packet.putBytes(threadName).putByte(0);
            packet.putLong(event.timeNs()).putByte(event.isLate() ? 1 : 0);
        }

        private void putActivities(final EventView event) {
            if (event.hasActivity()) {
                packet.putUuid(event.activityMost(), event.activityLeast());
            }
            packet.putByte(0);
            final UUID related = event.relatedActivityId();
            if (related != null) {
                packet.putUuid(related.getMostSignificantBits(), related.getLeastSignificantBits());
            }
            packet.putByte(0).putLong(event.weight());
        }

        private void begin(final int id, final long timeNs) {
            final long ns = Math.max(Math.min(timeNs, SHOWN_NS_MAX), lastNs);
            if (packet.length() == 0) {
                beginPacket(ns);
            }
            lastNs = ns;
            packet.putInt(id).putLong(ns);
        }

        private void endEvent() throws IOException {
            if (packet.length() >= PACKET_BYTES) {
                endPacket(lastNs);
            }
            waitingBytes += packet.capacity() - capacity;
            capacity = packet.capacity();
            if (waitingBytes > WAITING_BYTES_MAX) {
                freeAll();
            }
        }

        private void beginPacket(final long beginNs) {
            firstNs = beginNs;
            packet.putInt(MAGIC);
            for (int shift = 56; shift >= 0; shift -= Byte.SIZE) {
                packet.putByte((int) (uuid.getMostSignificantBits() >>> shift));
            }
            for (int shift = 56; shift >= 0; shift -= Byte.SIZE) {
                packet.putByte((int) (uuid.getLeastSignificantBits() >>> shift));
            }
            packet.putInt(STREAM_ID).putLong(instance);
            for (int i = CONTEXT_OFFSET; i < HEADER_LENGTH; i += Long.BYTES) {
                packet.putLong(0);
            }
        }

        private void endPacket(final long endNs) throws IOException {
            if (packet.length() == 0) {
                return;
            }
            final long[] context = {firstNs, endNs, (long) packet.length() * Byte.SIZE,
                (long) packet.length() * Byte.SIZE, packets++, discarded};
            for (int i = 0; i < context.length; i++) {
                packet.putLong(CONTEXT_OFFSET + i * Long.BYTES, context[i]);
            }
            file.append(packet.bytes(), packet.length());
            packet.clear();
        }

        void gap(final GapView gap, final long timeNs) throws IOException {
            final long fromNs = Math.max(Math.min(timeNs, SHOWN_NS_MAX), lastNs);
            final long untilNs = orUnknownTime(gap.toTimeNs());
            final long toNs = Math.max(Math.min(untilNs, SHOWN_NS_MAX), fromNs);
            if (packet.length() == 0) {
                beginPacket(packets == 0 ? fromNs : lastNs);
            }
            // Readers count discarded events from the end of the previous packet.
            endPacket(fromNs);
            beginPacket(fromNs);
            discarded += gap.total();
            endPacket(toNs);
            lastNs = toNs;
            final int id = lossId();
            begin(id, toNs);
            packet.putLong(EventNames.orUnknown(gap.processId())).putLong(EventNames.threadId(gap));
            putText(EventNames.thread(gap));
            packet.putLong(toNs).putByte(0).putShort(0).putByte(0).putByte(Level.WARNING).putByte(0).putShort(0)
                    .putLong(0);
            putText("");
            putText("");
            packet.putLong(1).putLong(orUnknownTime(gap.fromTimeNs())).putLong(untilNs).putLong(gap.total())
                    .putLong(gap.overwritten()).putLong(gap.missing()).putLong(gap.behind());
            for (final LossCause cause : LossCause.values()) {
                packet.putLong(gap.count(cause));
            }
            endEvent();
        }

        private void putText(final String text) {
            packet.putUtf8(FieldEncoder.withSymbols(text)).putByte(0);
        }
    }

    /** Encoder of fields in their declared types. */
    private static final class Fields extends FieldEncoder {
        private ByteBuilder out = new ByteBuilder(0);
        /** Number of values in each open struct and array; {@code begins} holds the offsets of arrays. */
        private final int[] counts = new int[2 * SchemaLimits.DEPTH_MAX + 1];
        private final int[] begins = new int[2 * SchemaLimits.DEPTH_MAX + 1];
        private int depth;
        private boolean whole;

        Fields() {
            super(true);
        }

        /** Returns whether the schema describes the whole payload. */
        boolean encodeWhole(final EventView event, final EventSchema schema, final ByteBuilder target) {
            out = target;
            whole = true;
            depth = 0;
            encode(event, schema);
            return whole;
        }

        @Override
        public void onStructBegin(final FieldSchema field) {
            counts[depth++]++;
            counts[depth] = 0;
        }

        @Override
        public void onStructEnd(final FieldSchema field) {
            depth--;
        }

        @Override
        public void onArrayBegin(final FieldSchema field, final long count) {
            begins[++depth] = out.length();
            counts[depth] = 0;
            out.putInt(0);
        }

        @Override
        public void onArrayEnd(final FieldSchema field) {
            out.putInt(begins[depth], counts[depth]);
            depth--;
        }

        @Override
        void encodeWhole(final Prepared field, final long value) {
            counts[depth]++;
            switch (field.length) {
                case Byte.BYTES -> out.putByte((int) value);
                case Short.BYTES -> out.putShort((int) value);
                case Integer.BYTES -> out.putInt((int) value);
                default -> out.putLong(value);
            }
        }

        @Override
        void encodeFloat(final Prepared field, final float value) {
            counts[depth]++;
            out.putInt(Float.floatToRawIntBits(value));
        }

        @Override
        void encodeDouble(final Prepared field, final double value) {
            counts[depth]++;
            out.putLong(Double.doubleToRawLongBits(value));
        }

        @Override
        void encodeNumber(final Prepared field, final double value) {
            out.putLong(Double.doubleToRawLongBits(value));
        }

        @Override
        void encodeBoolean(final Prepared field, final boolean value) {
            counts[depth]++;
            out.putByte(value ? 1 : 0);
        }

        @Override
        void encodeText(final Prepared field, final DirectBuffer buffer, final int offset, final int length) {
            counts[depth]++;
            out.putBytes(buffer, offset, length).putByte(0);
        }

        @Override
        void encodeText(final Prepared field, final String value) {
            counts[depth]++;
            out.putUtf8(withSymbols(value)).putByte(0);
        }

        @Override
        void encodeExtra(final String name, final String value) {
            whole = false;
        }
    }
}
