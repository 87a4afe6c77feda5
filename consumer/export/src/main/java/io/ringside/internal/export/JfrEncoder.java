package io.ringside.internal.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.export.FieldEncoder.Form;
import io.ringside.internal.render.EventLines;
import io.ringside.internal.schema.JsonFields;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldShape;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A recording of the JDK's flight recorder, version 2.1. Each kind of event is a type below the category of its
 * provider. Threads are constants, whose names also tell the process. An array is one text with JSON, as readers of
 * JDKs fail at arrays of all kinds; so is a payload that its schema does not describe to its end, and a message of SBE.
 * A loss is an event {@code ringside.Loss} for each cause, as long as the loss lasted: the JDK's own {@code
 * jdk.DataLoss} counts bytes, which nobody knows. A chunk is complete in memory before it is written.
 */
public final class JfrEncoder implements EventEncoder {
    private static final int KINDS_MAX = 10_000;
    private static final int THREADS_MAX = 1 << 14;
    private static final int CHUNK_BYTES = 1 << 24;
    private static final int HEADER_LENGTH = 68;
    private static final long MAGIC = 0x464C_5200_0002_0001L;
    private static final long TICKS_PER_SECOND = 1_000_000_000;
    /** Whole numbers take as many bytes as they need. */
    private static final int COMPACT = 1;
    private static final int SIZE_BYTES = 4;
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
    private static final String EVENT = "jdk.jfr.Event";
    private static final Set<String> OWN_FIELDS = Set.of("startTime", "duration", "eventThread", "stackTrace", "pid",
            "level", "keyword", "activityId", "relatedActivityId", "late", "stack");
    private static final String JSON = "json";
    private static final String PAYLOAD = "payload";

    private final OutputStream out;
    private final ByteBuilder chunk = new ByteBuilder(1 << 16);
    private final IdentityHashMap<EventSchema, Kind> known = new IdentityHashMap<>();
    private final Map<Kind, Kind> kinds = new HashMap<>();
    private final List<Kind> declared = new ArrayList<>();
    private final Set<String> typeNames = new HashSet<>(Set.of("ringside.Loss"));
    private final Map<ThreadKey, Integer> threads = new HashMap<>();
    private final List<String> threadNames = new ArrayList<>();
    private final Fields fields = new Fields();
    private final JsonFields json = new JsonFields();
    private int nextType = FIRST_KIND;
    private long startNs;
    private long lastNs;
    private boolean hasChunks;

    private record ThreadKey(UUID process, long tid) {}

    /** A type: of a schema, or with one field of text, as which {@code schema} is null. */
    private static final class Kind {
        private final String provider;
        private final String event;
        private final @Nullable EventSchema schema;
        private final String field;
        private int type;
        private String typeName = "";
        private String description = "";

        Kind(final String provider, final String event, final @Nullable EventSchema schema, final String field) {
            this.provider = provider;
            this.event = event;
            this.schema = schema;
            this.field = field;
        }

        @Override
        public boolean equals(final @Nullable Object other) {
            return other instanceof final Kind that && provider.equals(that.provider) && event.equals(that.event)
                    && field.equals(that.field) && Objects.equals(schema, that.schema);
        }

        @Override
        public int hashCode() {
            return 31 * provider.hashCode() + event.hashCode();
        }
    }

    /**
     * An encoder.
     *
     * @param out to write to
     */
    public JfrEncoder(final OutputStream out) {
        this.out = out;
    }

    @Override
    public void event(final EventView event) throws IOException {
        final EventSchema schema = event.schema();
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
        final long toNs = Math.max(timeNs, gap.toTimeNs());
        EventLines.forEachFate(gap, (fate, count, isLost) -> {
            final int begin = beginEvent(LOSS, timeNs);
            chunk.putCompact(toNs - timeNs);
            chunk.putCompact(thread(gap.incarnation(), gap.processId(), gap.threadId(),
                    EventNames.thread(gap)));
            chunk.putCompact(gap.processId());
            chunk.putCompact(isLost ? count : 0);
            putString(fate);
            chunk.putCompact(count);
            endEvent(begin);
        });
        endFullChunk();
    }

    @Override
    public void end() throws IOException {
        if (chunk.length() > 0 || !hasChunks) {
            endChunk();
        }
        out.flush();
    }

    private void textEvent(final EventView event, final String field, final String text) {
        final int begin = beginEvent(event, type(event, null, field));
        putString(text);
        endEvent(begin);
    }

    /** Returns false, with nothing written, if the schema does not describe the whole payload. */
    private boolean typedEvent(final EventView event, final EventSchema schema) {
        final int begin = beginEvent(event, type(event, schema, ""));
        if (!fields.encode(event)) {
            chunk.truncate(begin);
            return false;
        }
        endEvent(begin);
        return true;
    }

    private int beginEvent(final EventView event, final int type) {
        final EventDescriptor descriptor = event.descriptor();
        final int begin = beginEvent(type, event.timeNs());
        chunk.putCompact(thread(event.incarnation(), event.processId(), event.threadId(), EventNames.thread(event)));
        chunk.putCompact(event.processId());
        final String level = Level.nameOf(descriptor.level());
        putString(level == null ? Integer.toString(descriptor.level()) : level);
        chunk.putCompact(descriptor.keyword());
        final UUID related = event.relatedActivityId();
        putString(EventNames.hasActivity(event) ? event.activityId().toString() : null);
        putString(related == null ? null : related.toString());
        chunk.putByte(event.isLate() ? 1 : 0);
        final List<String> stack = event.stack();
        putString(stack.isEmpty() ? null : String.join("\n", stack));
        return begin;
    }

    private int beginEvent(final int type, final long timeNs) {
        if (chunk.length() == 0) {
            beginChunk(timeNs);
        }
        lastNs = Math.max(lastNs, timeNs);
        final int begin = chunk.length();
        chunk.putInt(0).putCompact(type).putCompact(timeNs - startNs);
        return begin;
    }

    /** The length of an event, with itself, is a number that always takes four bytes. */
    private void endEvent(final int begin) {
        final int length = chunk.length() - begin;
        int padded = 0;
        for (int i = 0; i < SIZE_BYTES; i++) {
            final int bits = (length >>> (7 * i)) & 0x7F;
            padded |= (i + 1 < SIZE_BYTES ? bits | 0x80 : bits) << (i * Byte.SIZE);
        }
        chunk.putInt(begin, padded);
    }

    private void putString(final @Nullable String text) {
        if (text == null) {
            chunk.putByte(0);
        } else if (text.isEmpty()) {
            chunk.putByte(STRING_EMPTY);
        } else {
            final byte[] bytes = FieldEncoder.utf8(text);
            chunk.putByte(STRING_UTF_8).putCompact(bytes.length).putBytes(bytes);
        }
    }

    private int thread(final UUID process, final long pid, final long tid, final String name) {
        final ThreadKey key = new ThreadKey(process, tid);
        Integer id = threads.get(key);
        if (id == null) {
            id = threadNames.size() / 2 + 1;
            threads.put(key, id);
            threadNames.add(name + " (pid " + pid + ')');
            threadNames.add(Long.toString(tid));
        }
        return id;
    }

    private int type(final EventView event, final @Nullable EventSchema schema, final String field) {
        Kind kind = schema == null ? null : known.get(schema);
        if (kind == null) {
            final Kind wanted = new Kind(event.providerName(), EventNames.kind(event), schema, field);
            kind = kinds.get(wanted);
            if (kind == null) {
                kind = wanted;
                declare(kind, event.descriptor());
            }
            if (schema != null) {
                if (known.size() > KINDS_MAX) {
                    known.clear();
                }
                known.put(schema, kind);
            }
        }
        return kind.type;
    }

    private void declare(final Kind kind, final EventDescriptor descriptor) {
        if (kinds.size() >= KINDS_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "too many kinds of events for JFR: max=" + KINDS_MAX
                    + ": select some of them, or choose another format");
        }
        kind.type = nextType;
        kind.description = "id=" + descriptor.id() + " version=" + descriptor.version() + " opcode="
                + descriptor.opcode() + " task=" + descriptor.task();
        final String base = (kind.provider + '.' + kind.event + (kind.field.isEmpty() ? "" : '_' + kind.field))
                .replaceAll("[^\\p{L}\\p{N}_.]", "_");
        kind.typeName = base;
        for (int i = 2; !typeNames.add(kind.typeName); i++) {
            kind.typeName = base + '_' + i;
        }
        nextType += 1 + (kind.schema == null ? 0 : structs(kind.schema.fields()));
        kinds.put(kind, kind);
        declared.add(kind);
    }

    /** Structs of fields at any depth, which are types too; those in arrays are text. */
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
        return field.shape() == FieldShape.SCALAR && FieldEncoder.form(field) == Form.STRUCT;
    }

    private void beginChunk(final long timeNs) {
        startNs = timeNs;
        lastNs = timeNs;
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
        final long[] header = {MAGIC, chunk.length(), constants, metadata, startNs, Math.max(0, lastNs - startNs), 0,
            TICKS_PER_SECOND};
        for (int i = 0; i < header.length; i++) {
            chunk.putLong(i * Long.BYTES, Long.reverseBytes(header[i]));
        }
        chunk.putInt(header.length * Long.BYTES, Integer.reverseBytes(COMPACT));
        chunk.writeTo(out);
        threads.clear();
        threadNames.clear();
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

    /** The types, as a tree of elements whose names and attributes are in a table of strings. */
    private final class Metadata {
        private final ByteBuilder tree = new ByteBuilder(1 << 12);
        private final Map<String, Integer> indexes = new HashMap<>();
        private final List<String> strings = new ArrayList<>();
        private int nextStruct;

        void put() {
            final int begin = chunk.length();
            final List<Runnable> classes = classes();
            element("root", 2);
            element("metadata", classes.size());
            classes.forEach(Runnable::run);
            element("region", 0, "locale", "en_US", "gmtOffset", "0");
            chunk.putInt(0).putCompact(METADATA).putCompact(0).putCompact(0).putCompact(1).putCompact(strings.size());
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
            declared.forEach(kind -> addKind(classes, kind));
            return classes;
        }

        private void lossType() {
            type(LOSS, "ringside.Loss", EVENT, 9);
            annotation(LABEL, "value", "Lost Events");
            annotation(CATEGORY, "value-0", "Ringside");
            startTime();
            field("duration", LONG, 1);
            annotation(TIMESPAN, "value", "TICKS");
            element("field", 0, "name", "eventThread", "class", Integer.toString(THREAD), "constantPool", "true");
            field("pid", LONG, 0);
            field("lost", LONG, 0);
            field("cause", STRING, 0);
            field("events", LONG, 0);
        }

        private void addKind(final List<Runnable> classes, final Kind kind) {
            final List<FieldSchema> payload = kind.schema == null ? List.of() : kind.schema.fields();
            final int ofPayload = kind.schema == null ? 1 : payload.size();
            classes.add(() -> {
                type(kind.type, kind.typeName, EVENT, 3 + 9 + ofPayload);
                annotation(LABEL, "value", kind.event);
                annotation(CATEGORY, "value-0", "Ringside", "value-1", kind.provider);
                annotation(DESCRIPTION, "value", kind.description);
                startTime();
                element("field", 0, "name", "eventThread", "class", Integer.toString(THREAD), "constantPool", "true");
                field("pid", LONG, 0);
                field("level", STRING, 0);
                field("keyword", LONG, 1);
                annotation(ADDRESS);
                field("activityId", STRING, 0);
                field("relatedActivityId", STRING, 0);
                field("late", BOOLEAN, 0);
                field("stack", STRING, 0);
                nextStruct = kind.type + 1;
                if (kind.schema == null) {
                    field(kind.field, STRING, 0);
                } else {
                    fields(payload, OWN_FIELDS);
                }
            });
            addStructs(classes, payload, kind.typeName, new int[]{kind.type + 1});
        }

        /** Ids of structs follow that of their event, in the order of a walk from the root. */
        private void addStructs(final List<Runnable> classes, final List<FieldSchema> all, final String owner,
                final int[] next) {
            for (final FieldSchema field : all) {
                if (isStruct(field)) {
                    final int id = next[0]++;
                    final String name = owner + '.' + field.name().replaceAll("[^\\p{L}\\p{N}_]", "_");
                    classes.add(() -> {
                        type(id, name, null, field.members().size());
                        nextStruct = id + 1;
                        fields(field.members(), Set.of());
                    });
                    addStructs(classes, field.members(), name, next);
                }
            }
        }

        private void fields(final List<FieldSchema> all, final Set<String> taken) {
            final Set<String> names = new HashSet<>(taken);
            for (final FieldSchema field : all) {
                String name = field.name().replace('.', '_');
                while (!names.add(name)) {
                    name += '_';
                }
                payloadField(field, name);
            }
        }

        private void payloadField(final FieldSchema field, final String name) {
            final Form form = FieldEncoder.form(field);
            final int length = field.type().length();
            if (field.shape() != FieldShape.SCALAR || form == Form.TEXT) {
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

        private void type(final int id, final String name, final @Nullable String superType, final int children) {
            final String number = Integer.toString(id);
            if (superType == null) {
                element("class", children, "id", number, "name", name);
            } else {
                element("class", children, "id", number, "name", name, "superType", superType);
            }
        }

        private void field(final String name, final int type, final int annotations) {
            element("field", annotations, "name", name, "class", Integer.toString(type));
        }

        private void annotation(final int type, final String... values) {
            final String[] all = new String[values.length + 2];
            all[0] = "class";
            all[1] = Integer.toString(type);
            System.arraycopy(values, 0, all, 2, values.length);
            element("annotation", 0, all);
        }

        /** Begins an element; its children are to follow. */
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

    /** Fields as they are declared. */
    private final class Fields extends FieldEncoder {
        private final JsonFields arrayFields = new JsonFields();
        private final StringBuilder array = new StringBuilder();
        private int arrays;
        private boolean whole;

        Fields() {
            super(false);
        }

        boolean encode(final EventView event) {
            arrays = 0;
            whole = true;
            event.readFields(this);
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

        @Override
        void encodeWhole(final FieldSchema field, final long value, final Form form) {
            if (arrays == 0) {
                chunk.putCompact(value);
            } else if (form == Form.SIGNED) {
                arrayFields.onLong(field, value);
            } else {
                arrayFields.onUnsigned(field, value);
            }
        }

        @Override
        void encodeFloat(final FieldSchema field, final float value) {
            if (arrays == 0) {
                chunk.putInt(Integer.reverseBytes(Float.floatToRawIntBits(value)));
            } else {
                arrayFields.onFloat(field, value);
            }
        }

        @Override
        void encodeDouble(final FieldSchema field, final double value) {
            if (arrays == 0) {
                chunk.putLong(Long.reverseBytes(Double.doubleToRawLongBits(value)));
            } else {
                arrayFields.onDouble(field, value);
            }
        }

        @Override
        void encodeBoolean(final FieldSchema field, final boolean value) {
            if (arrays == 0) {
                chunk.putByte(value ? 1 : 0);
            } else {
                arrayFields.onBoolean(field, value);
            }
        }

        @Override
        void encodeText(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
            if (arrays > 0) {
                arrayFields.onString(field, buffer, offset, length);
            } else if (length == 0) {
                chunk.putByte(STRING_EMPTY);
            } else {
                chunk.putByte(STRING_UTF_8).putCompact(length).putBytes(buffer, offset, length);
            }
        }

        @Override
        void encodeText(final FieldSchema field, final String value) {
            if (arrays == 0) {
                putString(value);
            } else {
                arrayFields.onSymbol(field, 0, value);
            }
        }

        @Override
        void encodeExtra(final String name, final String value) {
            whole = false;
        }
    }
}
