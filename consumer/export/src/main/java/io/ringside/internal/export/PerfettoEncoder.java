package io.ringside.internal.export;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.export.CounterSample;
import io.ringside.internal.reader.ClassicItems;
import io.ringside.internal.schema.SchemaMap;
import io.ringside.internal.schema.Utf;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.session.ProcessInfo;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of Perfetto's TrackEvent protobuf. Each thread has a track, on which events are instants, and starts and
 * stops that nest are slices; other slices have tracks of their own below their process. Flows connect the events of an
 * activity, and an event with the activity that it is related to. A loss is an instant at its place, and raises its
 * process's counter of lost events. Other ETW properties of an event are in the argument {@code etw}. Times before
 * 1970, which the format does not have, are shown at 1970, with the true time as an argument. NUL becomes U+2400,
 * because trace processor ends texts at NUL. Field numbers are those of Perfetto's {@code .proto} files.
 */
public final class PerfettoEncoder implements EventEncoder {
    private static final int TRACE_PACKET = 1;
    private static final int PACKET_TIMESTAMP = 8;
    private static final int PACKET_SEQUENCE_ID = 10;
    private static final int PACKET_TRACK_EVENT = 11;
    private static final int PACKET_INTERNED_DATA = 12;
    private static final int PACKET_SEQUENCE_FLAGS = 13;
    private static final int PACKET_TRACK_DESCRIPTOR = 60;
    private static final int EVENT_CATEGORY_IID = 3;
    private static final int EVENT_ANNOTATION = 4;
    private static final int EVENT_TYPE = 9;
    private static final int EVENT_NAME_IID = 10;
    private static final int EVENT_TRACK_UUID = 11;
    private static final int EVENT_CATEGORY = 22;
    private static final int EVENT_NAME = 23;
    private static final int EVENT_COUNTER_VALUE = 30;
    private static final int EVENT_DOUBLE_COUNTER_VALUE = 44;
    private static final int EVENT_FLOW_ID = 47;
    private static final int TYPE_BEGIN = 1;
    private static final int TYPE_END = 2;
    private static final int TYPE_INSTANT = 3;
    private static final int TYPE_COUNTER = 4;
    private static final int TRACK_UUID = 1;
    private static final int TRACK_NAME = 2;
    private static final int TRACK_PROCESS = 3;
    private static final int TRACK_THREAD = 4;
    private static final int TRACK_PARENT = 5;
    private static final int TRACK_COUNTER = 8;
    private static final int COUNTER_UNIT_NAME = 6;
    private static final int PROCESS_PID = 1;
    private static final int PROCESS_NAME = 6;
    private static final int THREAD_PID = 1;
    private static final int THREAD_TID = 2;
    private static final int THREAD_NAME = 5;
    private static final int INTERNED_CATEGORY = 1;
    private static final int INTERNED_NAME = 2;
    private static final int INTERNED_ANNOTATION = 3;
    private static final int ANNOTATION_NAME_IID = 1;
    private static final int ANNOTATION_BOOL = 2;
    private static final int ANNOTATION_UINT = 3;
    private static final int ANNOTATION_INT = 4;
    private static final int ANNOTATION_DOUBLE = 5;
    private static final int ANNOTATION_STRING = 6;
    private static final int ANNOTATION_POINTER = 7;
    private static final int ANNOTATION_NAME = 10;
    private static final int ANNOTATION_DICT_ENTRY = 11;
    private static final int ANNOTATION_ARRAY_VALUE = 12;
    private static final int FIXED_64 = 1;
    private static final int DELIMITED = 2;
    private static final int SEQUENCE_ID = 1;
    /** Flags of the first packet: the sequence of interned names begins, and the packet uses interned names. */
    private static final int FIRST_FLAGS = 3;
    private static final int FLAGS = 2;
    /**
     * Limits of interned names and described tracks: further names are written in full where they are used, further
     * tracks are described again.
     */
    private static final int NAMES_MAX = 1 << 14;
    private static final int TRACKS_MAX = 1 << 16;
    private static final int FLUSH_BYTES = 1 << 16;
    private static final byte[] NO_HEAD = {};
    /** Arguments that all events can have. */
    private static final Set<String> ARGUMENTS = Set.of("etw", "ringside", "activityId", "relatedActivityId", "late",
            EventNames.THREAD, EventNames.EXACT_TIME, EventNames.EXACT_STOP_TIME);
    /** Maximum length of an annotation's head with which the annotation still has a one-byte length. */
    private static final int HEAD_MAX = ByteBuilder.ONE_BYTE_MAX - 2 - Long.BYTES - 2;

    private final OutputStream out;
    private final ByteBuilder packets = new ByteBuilder(2 * FLUSH_BYTES);
    private final ByteBuilder interned = new ByteBuilder(1 << 10);
    private final Map<String, Integer> names = new HashMap<>();
    private final SchemaMap<byte[]> heads = new SchemaMap<>();
    private final LongHashSet tracks = new LongHashSet();
    /** Names of the tracks of threads. */
    private final Long2ObjectHashMap<String> threadNames = new Long2ObjectHashMap<>();
    private final Map<Long, Long> lostByProcess = new HashMap<>();
    private final Slices<Begin> slices = new Slices<>();
    private final Annotations annotations = new Annotations();
    private int flags = FIRST_FLAGS;
    private long lastTimeNs;
    private long ownTracks;
    /** Offset of the description of the track that is being written. */
    private int trackBegin;
    /** Offset of the track event that is being written. */
    private int eventBegin;
    private long lastThread;
    private @Nullable String lastThreadName;
    /** Name of the thread if its track has another name, because the thread has been renamed. */
    private @Nullable String laterName;
    private long lastTrack;
    private byte[] lastTrackBytes = {0};

    /**
     * Parts of a start that are kept until its stop.
     *
     * @param body     body of its track event
     * @param process  track of its process
     * @param provider of its kind
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared or changed.
    private record Begin(byte[] body, long process, String provider) {}

    /**
     * Creates an encoder.
     *
     * @param out to write to
     */
    public PerfettoEncoder(final OutputStream out) {
        this.out = out;
    }

    @Override
    public void event(final EventView event) throws IOException {
        lastTimeNs = event.timeNs();
        final long shownNs = shown(lastTimeNs);
        final long thread = thread(event);
        final Slices.Start<Begin> start = Slices.isStop(event) ? slices.stop(event, shownNs, thread) : null;
        if (start != null) {
            putSlice(event, start);
        } else if (Slices.isStart(event)) {
            final int begin = packets.length();
            putBody(event);
            final byte[] body = packets.copy(begin);
            packets.truncate(begin);
            slices.start(event, shownNs, thread,
                    new Begin(body, EventNames.flow(event.incarnation()), event.providerName()), body.length);
            putInterned();
            for (Slices.Start<Begin> old = slices.giveUp(); old != null; old = slices.giveUp()) {
                putBegin(old, track(old));
            }
        } else {
            final int packet = beginEvent(shownNs, TYPE_INSTANT, thread);
            putBody(event);
            endEvent(packet);
        }
        flush(FLUSH_BYTES);
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        lastTimeNs = timeNs;
        final long process = process(gap.incarnation(), gap.process(), EventNames.orUnknown(gap.processId()),
                gap.host());
        final long track = gap.lane() == null
                ? process
                : thread(process, EventNames.orUnknown(gap.processId()), EventNames.threadId(gap),
                        EventNames.thread(gap));
        final int packet = beginEvent(timeNs, TYPE_INSTANT, track);
        name(EVENT_NAME_IID, EVENT_NAME, INTERNED_NAME, EventNames.LOSS);
        name(EVENT_CATEGORY_IID, EVENT_CATEGORY, INTERNED_CATEGORY, "ringside");
        annotations.begin();
        annotations.whole("lost", gap.total());
        EventLines.forEachFate(gap, (fate, count, isLost) -> annotations.whole(fate, count));
        if (gap.fromTimeNs() != null) {
            annotations.whole("from", gap.fromTimeNs());
        }
        if (gap.toTimeNs() != null) {
            annotations.whole("to", gap.toTimeNs());
        }
        endEvent(packet);
        putLost(process, timeNs, gap.total());
        flush(FLUSH_BYTES);
    }

    @Override
    public void counter(final CounterSample sample) throws IOException {
        final UUID name = UUID.nameUUIDFromBytes(sample.name().getBytes(StandardCharsets.UTF_8));
        final long track = mix(EventNames.flow(name), TYPE_COUNTER);
        if (isNew(track)) {
            final int packet = beginTrack(sample.timeNs(), track, 0);
            text(packets, TRACK_NAME, sample.name());
            packets.putVarint(TRACK_COUNTER << 3 | DELIMITED);
            final int begin = packets.begin();
            if (sample.unit() != null) {
                text(packets, COUNTER_UNIT_NAME, sample.unit());
            }
            packets.end(begin);
            endTrack(packet);
        }
        final int packet = beginEvent(sample.timeNs(), TYPE_COUNTER, track);
        packets.putVarint(EVENT_DOUBLE_COUNTER_VALUE << 3 | FIXED_64)
                .putLong(Double.doubleToRawLongBits(sample.value()));
        endEvent(packet);
        flush(FLUSH_BYTES);
    }

    @Override
    public void end() throws IOException {
        for (final Slices.Start<Begin> start : slices.unfinished()) {
            putBegin(start, track(start));
            flush(FLUSH_BYTES);
        }
        flush(0);
        out.flush();
    }

    /** Writes a slice. Its end has no name; the fields of the stop become an argument with the stop's name. */
    private void putSlice(final EventView event, final Slices.Start<Begin> start) {
        // An end closes the slice that began last on a track, by time alone.
        final long track = track(start);
        putBegin(start, track);
        final EventSchema schema = event.schema();
        final long endNs = Math.max(shown(event.timeNs()), start.timeNs());
        final int packet = beginEvent(endNs, TYPE_END, track);
        annotations.begin();
        annotations.onBegin(annotations.open(FormatNames.besides(EventNames.kind(event), ARGUMENTS, false)), false);
        if (schema != null) {
            annotations.encode(event, schema);
        }
        annotations.onEnd();
        annotations.weight(EventNames.STOP_WEIGHT, event.weight());
        if (endNs != event.timeNs()) {
            annotations.whole(EventNames.EXACT_STOP_TIME, event.timeNs());
        }
        endEvent(packet);
    }

    /** {@return the time limited to the range of the format} */
    private static long shown(final long timeNs) {
        return Math.max(0, timeNs);
    }

    private void flush(final int atLeast) throws IOException {
        if (packets.length() >= atLeast) {
            packets.writeTo(out);
        }
    }

    /** Writes a track event without its type and track. */
    private void putBody(final EventView event) {
        final EventSchema schema = event.schema();
        annotations.begin();
        // A classic event has its own level.
        final byte[] head = schema == null || ClassicItems.isIn(event) ? null : heads.get(schema);
        if (head == null) {
            final int begin = packets.length();
            name(EVENT_NAME_IID, EVENT_NAME, INTERNED_NAME, EventNames.kind(event));
            name(EVENT_CATEGORY_IID, EVENT_CATEGORY, INTERNED_CATEGORY, event.providerName());
            annotations.descriptor(event.descriptor());
            if (schema != null && !ClassicItems.isIn(event)) {
                heads.put(schema, packets.copy(begin));
            }
        } else {
            packets.putBytes(head);
        }
        if (event.hasActivity()) {
            flow(EventNames.flow(event.activityMost(), event.activityLeast()));
            annotations.uuid("activityId", event.activityMost(), event.activityLeast());
        }
        final UUID related = event.relatedActivityId();
        if (related != null) {
            flow(EventNames.flow(related));
            annotations.uuid("relatedActivityId", related.getMostSignificantBits(), related.getLeastSignificantBits());
        }
        final String renamed = laterName;
        if (renamed != null) {
            annotations.text(EventNames.THREAD, renamed);
        }
        if (event.isLate()) {
            annotations.truth("late", true);
        }
        annotations.weight(EventNames.WEIGHT, event.weight());
        if (shown(event.timeNs()) != event.timeNs()) {
            annotations.whole(EventNames.EXACT_TIME, event.timeNs());
        }
        if (schema == null) {
            annotations.text(event.isString() ? EventNames.STRING : "payload",
                    event.isString() ? String.valueOf(event.string()) : EventLines.hex(event));
        } else {
            annotations.encode(event, schema);
        }
    }

    private void flow(final long id) {
        packets.putVarint(EVENT_FLOW_ID << 3 | FIXED_64).putLong(id);
    }

    private void putBegin(final Slices.Start<Begin> start, final long track) {
        final int packet = beginEvent(start.timeNs(), TYPE_BEGIN, track);
        packets.putBytes(start.kept().body);
        endEvent(packet);
    }

    /** Begins a packet with a track event, whose body must follow. */
    private int beginEvent(final long timeNs, final int type, final long track) {
        final int packet = beginPacket(timeNs);
        packets.putVarint(PACKET_TRACK_EVENT << 3 | DELIMITED);
        eventBegin = packets.begin();
        packets.putVarint(EVENT_TYPE << 3).putVarint(type).putVarint(EVENT_TRACK_UUID << 3);
        if (track == lastTrack) {
            packets.putBytes(lastTrackBytes);
        } else {
            final int begin = packets.length();
            packets.putVarint(track);
            lastTrackBytes = packets.copy(begin);
            lastTrack = track;
        }
        return packet;
    }

    /** Ends the packet, with the names that are new in it. */
    private void endEvent(final int packet) {
        packets.endLong(eventBegin);
        endPacket(packet);
    }

    private int beginPacket(final long timeNs) {
        packets.putVarint(TRACE_PACKET << 3 | DELIMITED);
        final int packet = packets.begin();
        packets.putVarint(PACKET_TIMESTAMP << 3).putVarint(shown(timeNs));
        return packet;
    }

    private void endPacket(final int packet) {
        if (interned.length() > 0) {
            packets.putVarint(PACKET_INTERNED_DATA << 3 | DELIMITED);
            final int begin = packets.begin();
            packets.putBytes(interned);
            packets.end(begin);
            interned.clear();
        }
        packets.putVarint(PACKET_SEQUENCE_ID << 3).putVarint(SEQUENCE_ID);
        packets.putVarint(PACKET_SEQUENCE_FLAGS << 3).putVarint(flags);
        packets.endLong(packet);
        flags = FLAGS;
    }

    /** Writes new names before the packets that use them, even if those packets wait. */
    private void putInterned() {
        if (interned.length() > 0) {
            endPacket(beginPacket(lastTimeNs));
        }
    }

    private void putLost(final long process, final long timeNs, final long lost) {
        final long track = mix(process, TYPE_COUNTER);
        if (isNew(track)) {
            final int packet = beginTrack(timeNs, track, process);
            text(packets, TRACK_NAME, "lost events");
            packets.putVarint(TRACK_COUNTER << 3 | DELIMITED).putByte(0);
            endTrack(packet);
        }
        final long sum = lostByProcess.merge(process, lost, Long::sum);
        final int packet = beginEvent(timeNs, TYPE_COUNTER, track);
        packets.putVarint(EVENT_COUNTER_VALUE << 3).putVarint(sum);
        endEvent(packet);
    }

    private int beginTrack(final long timeNs, final long uuid, final long parent) {
        final int packet = beginPacket(timeNs);
        packets.putVarint(PACKET_TRACK_DESCRIPTOR << 3 | DELIMITED);
        trackBegin = packets.begin();
        packets.putVarint(TRACK_UUID << 3).putVarint(uuid);
        if (parent != 0) {
            packets.putVarint(TRACK_PARENT << 3).putVarint(parent);
        }
        return packet;
    }

    private void endTrack(final int packet) {
        packets.end(trackBegin);
        endPacket(packet);
    }

    private boolean isNew(final long track) {
        if (tracks.size() > TRACKS_MAX) {
            tracks.clear();
            threadNames.clear();
        }
        return tracks.add(track);
    }

    private long process(final UUID incarnation, final @Nullable ProcessInfo info, final long pid,
            final @Nullable String host) {
        final long uuid = EventNames.flow(incarnation);
        if (isNew(uuid)) {
            final int packet = beginTrack(lastTimeNs, uuid, 0);
            packets.putVarint(TRACK_PROCESS << 3 | DELIMITED);
            final int begin = packets.begin();
            packets.putVarint(PROCESS_PID << 3).putVarint(pid);
            text(packets, PROCESS_NAME, (info == null ? "process " + pid : info.command())
                    + (host == null ? "" : " @ " + host));
            packets.end(begin);
            endTrack(packet);
        }
        return uuid;
    }

    private long thread(final EventView event) {
        final long known = mix(EventNames.flow(event.incarnation()), event.threadId());
        final String name = event.threadName();
        if (known != lastThread || !Objects.equals(name, lastThreadName)) {
            final long process = process(event.incarnation(), event.process(), EventNames.orUnknown(event.processId()),
                    event.host());
            final String shown = EventNames.thread(event);
            lastThread = thread(process, EventNames.orUnknown(event.processId()), event.threadId(), shown);
            lastThreadName = name;
            laterName = shown.equals(threadNames.get(lastThread)) ? null : shown;
        }
        return lastThread;
    }

    private long thread(final long process, final long pid, final long tid, final String name) {
        final long uuid = mix(process, tid);
        if (isNew(uuid)) {
            final int packet = beginTrack(lastTimeNs, uuid, process);
            packets.putVarint(TRACK_THREAD << 3 | DELIMITED);
            final int begin = packets.begin();
            packets.putVarint(THREAD_PID << 3).putVarint(pid);
            packets.putVarint(THREAD_TID << 3).putVarint(tid);
            text(packets, THREAD_NAME, name);
            threadNames.put(uuid, name);
            packets.end(begin);
            endTrack(packet);
        }
        return uuid;
    }

    /** {@return the thread's track if the slice nests there, else a track of its own} */
    private long track(final Slices.Start<Begin> start) {
        if (start.isNested()) {
            return start.thread();
        }
        final long uuid = mix(start.thread(), ++ownTracks);
        final UUID activity = start.activity();
        final int packet = beginTrack(start.timeNs(), uuid, start.kept().process);
        text(packets, TRACK_NAME, activity == null ? start.kept().provider : "activity " + activity);
        endTrack(packet);
        return uuid;
    }

    private static long mix(final long one, final long other) {
        return EventNames.flow(one, other);
    }

    /** Appends a reference to a name, or the name itself if there are too many names. */
    private void name(final int iidField, final int textField, final int internedField, final String name) {
        final int iid = iid(internedField, name);
        if (iid > 0) {
            packets.putVarint(iidField << 3).putVarint(iid);
        } else {
            text(packets, textField, name);
        }
    }

    private int iid(final int internedField, final String name) {
        final Integer known = names.get(internedField + name);
        if (known != null) {
            return known;
        }
        final int iid = names.size() + 1;
        if (iid > NAMES_MAX) {
            return 0;
        }
        names.put(internedField + name, iid);
        interned.putVarint(internedField << 3 | DELIMITED);
        final int begin = interned.begin();
        interned.putVarint(1 << 3).putVarint(iid);
        text(interned, 2, name);
        interned.end(begin);
        return iid;
    }

    private static void text(final ByteBuilder target, final int field, final String text) {
        final String shown = FieldEncoder.withSymbols(text);
        target.putVarint(field << 3 | DELIMITED).putVarint(Utf.lengthOf(shown)).putUtf8(shown);
    }

    /** Encoder of fields as annotations of the track event. */
    private final class Annotations extends FieldEncoder {
        private int depth;
        /** Offsets of open structs and arrays. */
        private final int[] begins = new int[64];
        private final boolean[] arrays = new boolean[64];

        Annotations() {
            super(true);
        }

        void begin() {
            depth = 0;
        }

        void whole(final String name, final long value) {
            final int begin = open(name);
            packets.putVarint(ANNOTATION_INT << 3).putVarint(value);
            packets.end(begin);
        }

        void truth(final String name, final boolean value) {
            final int begin = open(name);
            packets.putVarint(ANNOTATION_BOOL << 3).putByte(value ? 1 : 0);
            packets.end(begin);
        }

        void text(final String name, final String value) {
            final int begin = open(name);
            PerfettoEncoder.text(packets, ANNOTATION_STRING, value);
            packets.end(begin);
        }

        void uuid(final String name, final long most, final long least) {
            final int begin = open(name);
            packets.putVarint(ANNOTATION_STRING << 3 | DELIMITED).putVarint(ByteBuilder.UUID_LENGTH);
            packets.putUuid(most, least);
            packets.end(begin);
        }

        void descriptor(final EventDescriptor descriptor) {
            onBegin(open("etw"), false);
            whole("id", descriptor.id());
            whole("version", descriptor.version());
            whole("level", descriptor.level());
            final String level = Level.nameOf(descriptor.level());
            if (level != null) {
                text("levelName", level);
            }
            text("keyword", "0x" + Long.toHexString(descriptor.keyword()));
            whole("opcode", descriptor.opcode());
            whole("task", descriptor.task());
            onEnd();
        }

        /** Writes a weight into a dictionary of its own: a field may have the same name, and no name has dots. */
        void weight(final String name, final long weight) {
            if (weight != 1) {
                onBegin(open("ringside"), false);
                whole(name, weight);
                onEnd();
            }
        }

        private int tag() {
            return (depth == 0
                    ? EVENT_ANNOTATION
                    : arrays[depth] ? ANNOTATION_ARRAY_VALUE : ANNOTATION_DICT_ENTRY) << 3 | DELIMITED;
        }

        private int open() {
            packets.putByte(tag());
            return packets.begin();
        }

        private int open(final String name) {
            final int begin = open();
            PerfettoEncoder.this.name(ANNOTATION_NAME_IID, ANNOTATION_NAME, INTERNED_ANNOTATION, name);
            return begin;
        }

        private int open(final Prepared field) {
            final int begin = open();
            if (depth == 0 || !arrays[depth]) {
                packets.putBytes(field.head);
            }
            return begin;
        }

        @Override
        byte[] head(final FieldSchema field, final boolean isOutermost) {
            final int begin = packets.length();
            name(ANNOTATION_NAME_IID, ANNOTATION_NAME, INTERNED_ANNOTATION, isOutermost
                    ? FormatNames.besides(field.name(), ARGUMENTS, false)
                    : field.name());
            final byte[] head = packets.copy(begin);
            packets.truncate(begin);
            return head;
        }

        private void onBegin(final int begin, final boolean array) {
            depth++;
            begins[depth] = begin;
            arrays[depth] = array;
        }

        private void onEnd() {
            packets.end(begins[depth--]);
        }

        @Override
        public void onStructBegin(final FieldSchema field) {
            onBegin(open(prepared(field)), false);
        }

        @Override
        public void onStructEnd(final FieldSchema field) {
            onEnd();
        }

        @Override
        public void onArrayBegin(final FieldSchema field, final long count) {
            onBegin(open(prepared(field)), true);
        }

        @Override
        public void onArrayEnd(final FieldSchema field) {
            onEnd();
        }

        @Override
        void encodeWhole(final Prepared field, final long value) {
            final int type = (field.form == Form.SIGNED
                    ? ANNOTATION_INT
                    : field.form == Form.HEX ? ANNOTATION_POINTER : ANNOTATION_UINT) << 3;
            if (field.head.length > HEAD_MAX) {
                final int begin = open(field);
                packets.putVarint(type).putVarint(value);
                packets.end(begin);
                return;
            }
            packets.putNumber(tag(), depth == 0 || !arrays[depth] ? field.head : NO_HEAD, type, value);
        }

        @Override
        void encodeDouble(final Prepared field, final double value) {
            putDouble(open(field), value);
        }

        private void putDouble(final int begin, final double value) {
            packets.putVarint(ANNOTATION_DOUBLE << 3 | FIXED_64).putLong(Double.doubleToRawLongBits(value));
            packets.end(begin);
        }

        @Override
        void encodeNumber(final Prepared field, final double value) {
            if (!Double.isNaN(value)) {
                putDouble(open(field.schema.name() + NUMBER), value);
            }
        }

        @Override
        void encodeBoolean(final Prepared field, final boolean value) {
            final int begin = open(field);
            packets.putVarint(ANNOTATION_BOOL << 3).putByte(value ? 1 : 0);
            packets.end(begin);
        }

        @Override
        void encodeText(final Prepared field, final DirectBuffer buffer, final int offset, final int length) {
            final int begin = open(field);
            packets.putVarint(ANNOTATION_STRING << 3 | DELIMITED).putVarint(length).putBytes(buffer, offset, length);
            packets.end(begin);
        }

        @Override
        void encodeText(final Prepared field, final String value) {
            final int begin = open(field);
            PerfettoEncoder.text(packets, ANNOTATION_STRING, value);
            packets.end(begin);
        }

        @Override
        void encodeExtra(final String name, final String value) {
            text(name, value);
        }
    }
}
