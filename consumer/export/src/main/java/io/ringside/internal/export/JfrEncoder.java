package io.ringside.internal.export;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.export.EventKinds.Kind;
import io.ringside.internal.export.FieldEncoder.Form;
import io.ringside.internal.reader.ClassicItems;
import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.Utf;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of recordings of the JDK's Flight Recorder, version 2.1. Each kind of event is a type below the category of
 * its provider. A start has a duration until its stop, which is an event of its own; the duration is 0 if there is no
 * stop, or if too many starts waited. Threads are constants, whose names also contain the process. An array is one text
 * with JSON, because the JDK's readers fail on arrays of all kinds; so is a payload that its schema does not describe
 * completely, or an SBE message. A loss is an event {@code ringside.Loss} for each cause, with the duration of the
 * loss: the JDK's own {@code jdk.DataLoss} counts bytes, which are unknown. The JDK computes times with doubles, so a
 * time far from the first event is also a field. A chunk is completed in memory before it is written.
 */
public final class JfrEncoder implements EventEncoder {
    private static final int THREADS_MAX = 1 << 14;
    /** With the types of a chunk, this is usually below a power of two, so that the buffer need not grow further. */
    private static final int CHUNK_BYTES = 7 << 20;
    private static final int HEADER_LENGTH = 68;
    private static final long MAGIC = 0x464C_5200_0002_0001L;
    private static final long TICKS_PER_SECOND = 1_000_000_000;
    /** Feature flag in the header: integers are compressed. */
    private static final int COMPACT = 1;
    /** Initial capacity for the bytes of level and keyword, enough for most kinds. */
    private static final int HEAD_BYTES = 32;
    private static final int STRING_EMPTY = 1;
    private static final int STRING_UTF_8 = 3;
    private static final int METADATA = 0;
    private static final int CONSTANTS = 1;
    private static final int BOOLEAN = 10;
    private static final int FLOAT = 11;
    private static final int DOUBLE = 12;
    private static final int INT = 13;
    private static final int LONG = 14;
    private static final int STRING = 15;
    private static final int THREAD = 16;
    private static final int TIMESTAMP = 20;
    private static final int TIMESPAN = 21;
    private static final int LABEL = 22;
    private static final int CATEGORY = 23;
    private static final int DESCRIPTION = 24;
    private static final int UNSIGNED = 25;
    private static final int ADDRESS = 26;
    private static final int CONTENT_TYPE = 27;
    private static final int LOSS = 30;
    private static final int FIRST_KIND = 100;
    /** Readers show times exactly to the nanosecond up to twice this distance from the beginning of their chunk. */
    private static final long EXACT_NS = 1L << 52;
    private static final String EVENT = "jdk.jfr.Event";
    private static final Set<String> OWN_FIELDS = Set.of("startTime", "duration", "eventThread", "stackTrace", "pid",
            "level", "keyword", "activityId", "relatedActivityId", "late", EventNames.EXACT_TIME, "stack", "weight");
    /** Prefixes of type names that readers treat as the JDK's own types. */
    private static final List<String> OWN_TYPES = List.of("java.lang.", "jdk.jfr.", "jdk.types.");
    private static final String JSON = "json";
    private static final String PAYLOAD = "payload";

    private final OutputStream out;
    private final ByteBuilder chunk = new ByteBuilder(1 << 16);
    private final EventKinds kinds = new EventKinds("JFR", this::declare);
    private final List<Type> declared = new ArrayList<>();
    private final Slices<Held> slices = new Slices<>();
    private final Set<String> typeNames = new HashSet<>(Set.of("ringside.Loss"));
    private final Map<ThreadKey, Integer> threads = new HashMap<>();
    private final List<String> threadNames = new ArrayList<>();
    private final Fields fields = new Fields();
    private final JsonFields json = new JsonFields();
    private int nextType = FIRST_KIND;
    /** Time at tick 0 of all chunks: for chunks with the same types, the JDK uses the clock of the first one. */
    private long firstNs;
    private long startNs;
    private long lastNs;
    private boolean hasChunks;
    /** Thread of the latest event in this chunk, if any. */
    private long lastThread;
    private @Nullable String lastThreadName;
    private int lastThreadId;
    /** Offset in the current event after its thread. */
    private int bodyBegin;

    private record ThreadKey(UUID process, long tid, String name) {}

    /** Kind of events with the name of its type. */
    private record Type(Kind kind, String name) {}

    /** Start without its time, which waits for its stop. It contains no constants of its chunk. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared or changed.
    private record Held(int type, UUID process, long pid, long tid, String thread, byte[] body) {}

    /**
     * Creates an encoder.
     *
     * @param out to write to
     */
    public JfrEncoder(final OutputStream out) {
        this.out = out;
    }

    @Override
    public void event(final EventView event) throws IOException {
        final EventSchema schema = event.schema();
        if (Slices.isStop(event)) {
            endSlice(event);
        }
        if (schema == null) {
            textEvent(event, event.isString() ? EventNames.STRING : PAYLOAD,
                    event.isString() ? String.valueOf(event.string()) : EventLines.hex(event));
        } else if (schema.sbe() != null || !typedEvent(event, schema)) {
            final StringBuilder text = new StringBuilder();
            json.append(text, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
            textEvent(event, JSON, text.toString());
        }
        endFullChunk();
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        final long toNs = gap.toTimeNs() == null ? timeNs : Math.max(timeNs, gap.toTimeNs());
        EventLines.forEachFate(gap, (fate, count, isLost) -> {
            final int begin = beginEvent(LOSS, timeNs);
            chunk.putCompact(toNs - timeNs);
            chunk.putCompact(thread(gap.incarnation(), EventNames.orUnknown(gap.processId()), EventNames.threadId(gap),
                    EventNames.thread(gap)));
            chunk.putCompact(EventNames.orUnknown(gap.processId()));
            chunk.putCompact(isLost ? count : 0);
            putString(fate);
            chunk.putCompact(count);
            putExactTime(timeNs);
            endEvent(begin);
        });
        endFullChunk();
    }

    @Override
    public void end() throws IOException {
        for (final Slices.Start<Held> start : slices.unfinished()) {
            putHeld(start, 0);
            endFullChunk();
        }
        if (chunk.length() > 0 || !hasChunks) {
            endChunk();
        }
        out.flush();
    }

    private void textEvent(final EventView event, final String field, final String text) throws IOException {
        final Kind kind = kinds.ofText(event, field);
        final int begin = beginEvent(event, kind);
        putDescriptor(chunk, event.descriptor());
        putContext(event);
        putString(text);
        endEvent(event, kind, begin);
    }

    /** Returns false, with nothing written, if the schema does not describe the whole payload. */
    private boolean typedEvent(final EventView event, final EventSchema schema) throws IOException {
        final Kind kind = kinds.of(event, schema);
        final int begin = beginEvent(event, kind);
        if (!ClassicItems.isIn(event)) {
            chunk.putBytes(kind.head);
        } else {
            // A classic event has its own level.
            putDescriptor(chunk, event.descriptor());
        }
        putContext(event);
        if (!fields.encodeWhole(event, schema)) {
            chunk.truncate(begin);
            return false;
        }
        endEvent(event, kind, begin);
        return true;
    }

    private int beginEvent(final EventView event, final Kind kind) {
        final int begin = beginEvent(kind.id, event.timeNs());
        if (!kind.isStart) {
            chunk.putCompact(thread(event));
        }
        bodyBegin = chunk.length();
        chunk.putCompact(EventNames.orUnknown(event.processId()));
        return begin;
    }

    private static ByteBuilder putDescriptor(final ByteBuilder target, final EventDescriptor descriptor) {
        final String level = Level.nameOf(descriptor.level());
        putString(target, level == null ? Integer.toString(descriptor.level()) : level);
        return target.putCompact(descriptor.keyword());
    }

    private void putContext(final EventView event) {
        if (event.hasActivity()) {
            putUuid(event.activityMost(), event.activityLeast());
        } else {
            chunk.putByte(0);
        }
        final UUID related = event.relatedActivityId();
        if (related == null) {
            chunk.putByte(0);
        } else {
            putUuid(related.getMostSignificantBits(), related.getLeastSignificantBits());
        }
        chunk.putByte(event.isLate() ? 1 : 0);
        putExactTime(event.timeNs());
        final List<String> stack = event.stack();
        putString(stack.isEmpty() ? null : String.join("\n", stack));
        chunk.putCompact(event.weight());
    }

    /** Writes the exact time as text, or null if readers compute it from the ticks. */
    private void putExactTime(final long timeNs) {
        putString(isExact(timeNs) ? null : Long.toString(timeNs));
    }

    private boolean isExact(final long timeNs) {
        final long sinceNs = timeNs - firstNs;
        final boolean isWrapped = ((timeNs ^ firstNs) & (timeNs ^ sinceNs)) < 0;
        return !isWrapped && sinceNs >= -EXACT_NS && sinceNs <= EXACT_NS;
    }

    private void putUuid(final long most, final long least) {
        chunk.putByte(STRING_UTF_8).putCompact(ByteBuilder.UUID_LENGTH).putUuid(most, least);
    }

    /** Ends an event, or holds a start until its stop gives the duration. */
    private void endEvent(final EventView event, final Kind kind, final int begin) throws IOException {
        if (!kind.isStart) {
            endEvent(begin);
            return;
        }
        final byte[] body = chunk.copy(bodyBegin);
        chunk.truncate(begin);
        slices.start(event, event.timeNs(), threadKey(event), new Held(kind.id, event.incarnation(),
                EventNames.orUnknown(event.processId()), event.threadId(), EventNames.thread(event), body),
                body.length);
        for (Slices.Start<Held> old = slices.giveUp(); old != null; old = slices.giveUp()) {
            putHeld(old, 0);
            endFullChunk();
        }
    }

    private void endSlice(final EventView event) throws IOException {
        final Slices.Start<Held> start = slices.stop(event, event.timeNs(), threadKey(event));
        if (start != null) {
            final long duration = event.timeNs() - start.timeNs();
            putHeld(start, event.timeNs() <= start.timeNs() ? 0 : duration < 0 ? Long.MAX_VALUE - 1 : duration);
            endFullChunk();
        }
    }

    private void putHeld(final Slices.Start<Held> start, final long duration) {
        final Held held = start.kept();
        final int begin = beginEvent(held.type, start.timeNs());
        lastNs = Math.max(lastNs, start.timeNs() + duration);
        chunk.putCompact(duration);
        chunk.putCompact(thread(held.process, held.pid, held.tid, held.thread));
        chunk.putBytes(held.body);
        endEvent(begin);
    }

    /** Returns a key that is unique among the threads of all processes. */
    private static long threadKey(final EventView event) {
        return EventNames.flow(EventNames.flow(event.incarnation()), event.threadId());
    }

    private int beginEvent(final int type, final long timeNs) {
        if (chunk.length() == 0) {
            beginChunk(timeNs);
        }
        lastNs = Math.max(lastNs, timeNs);
        final int begin = chunk.length();
        chunk.putInt(0).putCompact(type).putCompact(timeNs - firstNs);
        return begin;
    }

    /** Ends an event: its length, which includes the length field, always takes four bytes. */
    private void endEvent(final int begin) {
        chunk.putInt(begin, ByteBuilder.padded(chunk.length() - begin));
    }

    private void putString(final @Nullable String text) {
        putString(chunk, text);
    }

    private static void putString(final ByteBuilder target, final @Nullable String text) {
        if (text == null) {
            target.putByte(0);
        } else if (text.isEmpty()) {
            target.putByte(STRING_EMPTY);
        } else {
            target.putByte(STRING_UTF_8).putCompact(Utf.lengthOf(text)).putUtf8(text);
        }
    }

    private int thread(final EventView event) {
        final long key = threadKey(event);
        final String name = event.threadName();
        if (key != lastThread || !Objects.equals(name, lastThreadName)) {
            lastThreadId = thread(event.incarnation(), EventNames.orUnknown(event.processId()), event.threadId(),
                    EventNames.thread(event));
            lastThread = key;
            lastThreadName = name;
        }
        return lastThreadId;
    }

    private int thread(final UUID process, final long pid, final long tid, final String name) {
        final ThreadKey key = new ThreadKey(process, tid, name);
        Integer id = threads.get(key);
        if (id == null) {
            id = threadNames.size() / 2 + 1;
            threads.put(key, id);
            threadNames.add(name + " (pid " + pid + ')');
            threadNames.add(Long.toString(tid));
        }
        return id;
    }

    private void declare(final Kind kind) {
        kind.id = nextType;
        kind.head = putDescriptor(new ByteBuilder(HEAD_BYTES), kind.descriptor).copy(0);
        final String base = Stream.of((kind.provider + '.' + kind.event).split("\\.", -1)).map(FormatNames.JAVA::of)
                .collect(Collectors.joining(".")) + (kind.field.isEmpty() ? "" : '_' + kind.field);
        String name = base;
        if (typeNames.contains(base) || OWN_TYPES.stream().anyMatch(base::startsWith)) {
            name = FormatNames.tagged(base, kind.text());
        }
        while (!typeNames.add(name)) {
            name += '_';
        }
        nextType += 1 + (kind.schema == null ? 0 : structs(kind.schema.fields()));
        declared.add(new Type(kind, name));
    }

    /** Number of structs at any depth, which are types too; structs in arrays are text. */
    private static int structs(final List<FieldSchema> all) {
        int count = 0;
        for (final FieldSchema field : all) {
            if (isStruct(field)) {
                count += 1 + structs(field.members());
            }
        }
        return count;
    }

    private static boolean isStruct(final FieldSchema field) {
        return field.shape() == FieldSchema.Shape.SCALAR && FieldEncoder.form(field) == Form.STRUCT;
    }

    private void beginChunk(final long timeNs) {
        if (!hasChunks && chunk.length() == 0) {
            firstNs = timeNs;
        }
        startNs = isExact(timeNs) ? timeNs : firstNs;
        lastNs = startNs;
        for (int i = 0; i < HEADER_LENGTH; i++) {
            chunk.putByte(0);
        }
    }

    private void endFullChunk() throws IOException {
        if (chunk.length() >= CHUNK_BYTES || threads.size() >= THREADS_MAX) {
            endChunk();
        }
    }

    private void endChunk() throws IOException {
        if (chunk.length() == 0) {
            beginChunk(0);
        }
        final long constants = chunk.length();
        putConstants();
        final long metadata = chunk.length();
        new Metadata().put();
        final long[] header = {MAGIC, chunk.length(), constants, metadata, startNs, Math.max(0, lastNs - startNs),
            startNs - firstNs, TICKS_PER_SECOND};
        for (int i = 0; i < header.length; i++) {
            chunk.putLong(i * Long.BYTES, Long.reverseBytes(header[i]));
        }
        chunk.putInt(header.length * Long.BYTES, Integer.reverseBytes(COMPACT));
        chunk.writeTo(out);
        threads.clear();
        threadNames.clear();
        lastThread = 0;
        hasChunks = true;
    }

    private void putConstants() {
        final int begin = chunk.length();
        chunk.putInt(0).putCompact(CONSTANTS).putCompact(0).putCompact(0).putCompact(0).putByte(0);
        chunk.putCompact(threadNames.isEmpty() ? 0 : 1);
        if (!threadNames.isEmpty()) {
            chunk.putCompact(THREAD).putCompact(threadNames.size() / 2);
            for (int i = 0; i < threadNames.size(); i += 2) {
                final long tid = Long.parseLong(threadNames.get(i + 1));
                chunk.putCompact(i / 2 + 1);
                putString(threadNames.get(i));
                chunk.putCompact(tid);
                putString(threadNames.get(i));
                chunk.putCompact(tid);
            }
        }
        endEvent(begin);
    }

    /** Metadata of a chunk: types as a tree of elements whose names and attributes are in a table of strings. */
    private final class Metadata {
        private final ByteBuilder tree = new ByteBuilder(1 << 12);
        private final Map<String, Integer> indexes = new HashMap<>();
        private final List<String> strings = new ArrayList<>();
        private int nextStruct;
        /** Number of labels of the current field: one if its name differs from its name in the schema, else none. */
        private int labels;

        void put() {
            final int begin = chunk.length();
            final List<Runnable> classes = classes();
            element("root", 2);
            element("metadata", classes.size());
            classes.forEach(Runnable::run);
            element("region", 0, "locale", "en_US", "gmtOffset", "0");
            chunk.putInt(0).putCompact(METADATA).putCompact(0).putCompact(0)
                    // Readers parse the metadata again only if this id changes.
                    .putCompact(1 + declared.size()).putCompact(strings.size());
            strings.forEach(JfrEncoder.this::putString);
            chunk.putBytes(tree);
            endEvent(begin);
        }

        private List<Runnable> classes() {
            final List<Runnable> classes = new ArrayList<>();
            final Map<Integer, String> primitives = Map.of(BOOLEAN, "boolean", FLOAT, "float", DOUBLE, "double", INT,
                    "int", LONG, "long", STRING, "java.lang.String");
            primitives.forEach((id, name) -> classes.add(() -> type(id, name, null, 0)));
            classes.add(() -> {
                type(THREAD, "java.lang.Thread", null, 4);
                field("osName", STRING, 0);
                field("osThreadId", LONG, 0);
                field("javaName", STRING, 0);
                field("javaThreadId", LONG, 0);
            });
            final Map<Integer, String> annotations = Map.of(TIMESTAMP, "Timestamp", TIMESPAN, "Timespan", LABEL,
                    "Label",
                    CATEGORY, "Category", DESCRIPTION, "Description", UNSIGNED, "Unsigned", ADDRESS, "MemoryAddress");
            classes.add(() -> type(CONTENT_TYPE, "jdk.jfr.ContentType", "java.lang.annotation.Annotation", 0));
            annotations.forEach((id, name) -> classes.add(() -> {
                final boolean valued = id != UNSIGNED && id != ADDRESS;
                final boolean isContent = id <= TIMESPAN || !valued;
                type(id, "jdk.jfr." + name, "java.lang.annotation.Annotation",
                        (valued ? 1 : 0) + (isContent ? 1 : 0));
                if (isContent) {
                    annotation(CONTENT_TYPE);
                }
                if (id == CATEGORY) {
                    element("field", 0, "name", "value", "class", Integer.toString(STRING), "dimension", "1");
                } else if (valued) {
                    field("value", STRING, 0);
                }
            }));
            classes.add(this::lossType);
            declared.forEach(type -> addKind(classes, type.kind, type.name));
            return classes;
        }

        private void lossType() {
            type(LOSS, "ringside.Loss", EVENT, 10);
            annotation(LABEL, "value", "Lost Events");
            annotation(CATEGORY, "value-0", "Ringside");
            startTime();
            duration();
            element("field", 0, "name", "eventThread", "class", Integer.toString(THREAD), "constantPool", "true");
            field("pid", LONG, 0);
            field("lost", LONG, 0);
            field("cause", STRING, 0);
            field("events", LONG, 0);
            field(EventNames.EXACT_TIME, STRING, 0);
        }

        private void addKind(final List<Runnable> classes, final Kind kind, final String name) {
            final List<FieldSchema> payload = kind.schema == null ? List.of() : kind.schema.fields();
            final int ofPayload = kind.schema == null ? 1 : FieldEncoder.countWithNumbers(payload);
            classes.add(() -> {
                type(kind.id, name, EVENT, 3 + 11 + (kind.isStart ? 1 : 0) + ofPayload);
                annotation(LABEL, "value", kind.event);
                annotation(CATEGORY, "value-0", "Ringside", "value-1", kind.provider);
                annotation(DESCRIPTION, "value", "id=" + kind.descriptor.id() + " version=" + kind.descriptor.version()
                        + " opcode=" + kind.descriptor.opcode() + " task=" + kind.descriptor.task());
                startTime();
                if (kind.isStart) {
                    duration();
                }
                element("field", 0, "name", "eventThread", "class", Integer.toString(THREAD), "constantPool", "true");
                field("pid", LONG, 0);
                field("level", STRING, 0);
                field("keyword", LONG, 1);
                annotation(ADDRESS);
                field("activityId", STRING, 0);
                field("relatedActivityId", STRING, 0);
                field("late", BOOLEAN, 0);
                field(EventNames.EXACT_TIME, STRING, 0);
                field("stack", STRING, 0);
                field("weight", LONG, 0);
                nextStruct = kind.id + 1;
                if (kind.schema == null) {
                    field(kind.field, STRING, 0);
                } else {
                    fields(payload, OWN_FIELDS);
                }
            });
            addStructs(classes, payload, name, new int[]{kind.id + 1});
        }

        /** Adds the types of structs, with ids that follow the id of their event in depth-first order. */
        private void addStructs(final List<Runnable> classes, final List<FieldSchema> all, final String owner,
                final int[] next) {
            for (final FieldSchema field : all) {
                if (isStruct(field)) {
                    final int id = next[0]++;
                    final String name = owner + '$' + FormatNames.JAVA.of(field.name());
                    classes.add(() -> {
                        type(id, name, null, FieldEncoder.countWithNumbers(field.members()));
                        nextStruct = id + 1;
                        fields(field.members(), Set.of());
                    });
                    addStructs(classes, field.members(), name, next);
                }
            }
        }

        private void fields(final List<FieldSchema> all, final Set<String> taken) {
            final FormatNames rule = new FormatNames(name -> name.replace('.', '_'),
                    name -> FormatNames.besides(name, taken));
            final List<String> texts = new ArrayList<>();
            for (final FieldSchema field : all) {
                texts.add(field.name());
                if (FieldEncoder.hasNumber(field)) {
                    texts.add(field.name() + FieldEncoder.NUMBER);
                }
            }
            final Iterator<String> names = FormatNames.distinct(texts.stream().map(rule::of).toList(), texts, Set.of(),
                    false).iterator();
            for (final FieldSchema field : all) {
                payloadField(field, names.next());
                if (FieldEncoder.hasNumber(field)) {
                    field(names.next(), DOUBLE, 0);
                }
            }
        }

        private void payloadField(final FieldSchema field, final String name) {
            labels = name.equals(field.name()) ? 0 : 1;
            putField(field, name);
            if (labels > 0) {
                annotation(LABEL, "value", field.name());
                labels = 0;
            }
        }

        private void putField(final FieldSchema field, final String name) {
            final Form form = FieldEncoder.form(field);
            final int length = field.type().length();
            if (field.shape() != FieldSchema.Shape.SCALAR || form == Form.TEXT) {
                field(name, STRING, 0);
            } else if (form == Form.STRUCT) {
                field(name, nextStruct, 0);
                nextStruct += 1 + structs(field.members());
            } else if (form == Form.FLOAT || form == Form.DOUBLE || form == Form.BOOLEAN) {
                field(name, form == Form.FLOAT ? FLOAT : form == Form.DOUBLE ? DOUBLE : BOOLEAN, 0);
            } else if (form == Form.HEX) {
                field(name, LONG, 1);
                annotation(ADDRESS);
            } else if (form == Form.UNSIGNED && length == Long.BYTES) {
                field(name, LONG, 1);
                annotation(UNSIGNED);
            } else {
                field(name, length == Long.BYTES || (form == Form.UNSIGNED && length == Integer.BYTES) ? LONG : INT, 0);
            }
        }

        private void startTime() {
            field("startTime", LONG, 1);
            annotation(TIMESTAMP, "value", "TICKS");
        }

        private void duration() {
            field("duration", LONG, 1);
            annotation(TIMESPAN, "value", "TICKS");
        }

        private void type(final int id, final String name, final @Nullable String superType, final int children) {
            final String number = Integer.toString(id);
            if (superType == null) {
                element("class", children, "id", number, "name", name);
            } else {
                element("class", children, "id", number, "name", name, "superType", superType);
            }
        }

        private void field(final String name, final int type, final int annotations) {
            element("field", annotations + labels, "name", name, "class", Integer.toString(type));
        }

        private void annotation(final int type, final String... values) {
            final String[] all = new String[values.length + 2];
            all[0] = "class";
            all[1] = Integer.toString(type);
            System.arraycopy(values, 0, all, 2, values.length);
            element("annotation", 0, all);
        }

        /** Begins an element; its children must follow. */
        private void element(final String name, final int children, final String... attributes) {
            tree.putCompact(index(name)).putCompact(attributes.length / 2);
            for (final String attribute : attributes) {
                tree.putCompact(index(attribute));
            }
            tree.putCompact(children);
        }

        private int index(final String text) {
            return indexes.computeIfAbsent(text, key -> {
                strings.add(text);
                return strings.size() - 1;
            });
        }
    }

    /** Encoder of fields in their declared types. */
    private final class Fields extends FieldEncoder {
        private final JsonFields arrayFields = new JsonFields();
        private final StringBuilder array = new StringBuilder();
        private int arrays;
        private boolean whole;

        Fields() {
            super(false);
        }

        /** Returns whether the schema describes the whole payload. */
        boolean encodeWhole(final EventView event, final EventSchema schema) {
            arrays = 0;
            whole = true;
            encode(event, schema);
            return whole;
        }

        @Override
        public void onStructBegin(final FieldSchema field) {
            if (arrays > 0) {
                arrayFields.onStructBegin(field);
            }
        }

        @Override
        public void onStructEnd(final FieldSchema field) {
            if (arrays > 0) {
                arrayFields.onStructEnd(field);
            }
        }

        @Override
        public void onArrayBegin(final FieldSchema field, final long count) {
            if (arrays++ == 0) {
                array.setLength(0);
                arrayFields.beginValue(array);
            }
            arrayFields.onArrayBegin(field, count);
        }

        @Override
        public void onArrayEnd(final FieldSchema field) {
            arrayFields.onArrayEnd(field);
            if (--arrays == 0) {
                putString(array.toString());
            }
        }

        /** A value that is a text in JFR may be a number in JSON. */
        @Override
        public void onLong(final FieldSchema field, final long value) {
            if (arrays == 0) {
                super.onLong(field, value);
            } else {
                arrayFields.onLong(field, value);
            }
        }

        @Override
        public void onUnsigned(final FieldSchema field, final long value) {
            if (arrays == 0) {
                super.onUnsigned(field, value);
            } else {
                arrayFields.onUnsigned(field, value);
            }
        }

        @Override
        public void onDecimal(final FieldSchema field, final long unscaled, final int scale) {
            if (arrays == 0) {
                super.onDecimal(field, unscaled, scale);
            } else {
                arrayFields.onDecimal(field, unscaled, scale);
            }
        }

        @Override
        void encodeWhole(final Prepared field, final long value) {
            if (arrays == 0) {
                chunk.putCompact(value);
            } else {
                // Always a timestamp: other whole numbers in arrays do not reach this method.
                arrayFields.onLong(field.schema, value);
            }
        }

        @Override
        void encodeFloat(final Prepared field, final float value) {
            if (arrays == 0) {
                chunk.putInt(Integer.reverseBytes(Float.floatToRawIntBits(value)));
            } else {
                arrayFields.onFloat(field.schema, value);
            }
        }

        @Override
        void encodeDouble(final Prepared field, final double value) {
            if (arrays == 0) {
                chunk.putLong(Long.reverseBytes(Double.doubleToRawLongBits(value)));
            } else {
                arrayFields.onDouble(field.schema, value);
            }
        }

        @Override
        void encodeNumber(final Prepared field, final double value) {
            if (arrays == 0) {
                encodeDouble(field, value);
            }
        }

        @Override
        void encodeBoolean(final Prepared field, final boolean value) {
            if (arrays == 0) {
                chunk.putByte(value ? 1 : 0);
            } else {
                arrayFields.onBoolean(field.schema, value);
            }
        }

        @Override
        void encodeText(final Prepared field, final DirectBuffer buffer, final int offset, final int length) {
            if (arrays > 0) {
                arrayFields.onString(field.schema, buffer, offset, length);
            } else if (length == 0) {
                chunk.putByte(STRING_EMPTY);
            } else {
                chunk.putByte(STRING_UTF_8).putCompact(length).putBytes(buffer, offset, length);
            }
        }

        @Override
        void encodeText(final Prepared field, final String value) {
            if (arrays == 0) {
                putString(value);
            } else {
                arrayFields.onSymbol(field.schema, 0, value);
            }
        }

        @Override
        void encodeExtra(final String name, final String value) {
            whole = false;
        }
    }
}
