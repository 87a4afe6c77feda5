package io.ringside.internal.reader;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.render.IsoTime;
import io.ringside.internal.schema.FieldTable;
import io.ringside.internal.schema.JsonBytes;
import io.ringside.internal.schema.JsonBytes.Piece;
import io.ringside.internal.schema.JsonFieldBytes;
import io.ringside.internal.schema.SchemaMap;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Appends events as JSON objects. Parts that all events of a schema share are encoded once, as are threads; events with
 * fields of the usual types, and without message and extended items, do not allocate. Not thread-safe.
 */
public final class EventJson {
    private static final Piece TIME = Piece.of("{\"time\":");
    private static final Piece TICKS = Piece.of(",\"ticks\":");
    private static final Piece ISO_TIME = Piece.of(",\"isoTime\":\"");
    private static final Piece PROVIDER = Piece.of(",\"provider\":");
    private static final Piece EVENT = Piece.of(",\"event\":");
    private static final Piece ID = Piece.of(",\"id\":");
    private static final Piece VERSION = Piece.of(",\"version\":");
    private static final Piece LEVEL = Piece.of(",\"level\":");
    private static final Piece LEVEL_NAME = Piece.of(",\"levelName\":");
    private static final Piece KEYWORD = Piece.of(",\"keyword\":");
    private static final Piece OPCODE = Piece.of(",\"opcode\":");
    private static final Piece TASK = Piece.of(",\"task\":");
    private static final Piece HOST = Piece.of(",\"host\":");
    private static final Piece PID = Piece.of(",\"pid\":");
    private static final Piece TID = Piece.of(",\"tid\":");
    private static final Piece THREAD = Piece.of(",\"thread\":");
    private static final Piece ACTIVITY = Piece.of(",\"activityId\":");
    private static final Piece LATE = Piece.of(",\"late\":true");
    private static final Piece RELATED = Piece.of(",\"relatedActivityId\":");
    private static final Piece EVENT_KEY = Piece.of(",\"eventKey\":");
    private static final Piece PROCESS_START_KEY = Piece.of(",\"processStartKey\":");
    private static final Piece WEIGHT = Piece.of(",\"weight\":");
    private static final Piece STACK = Piece.of(",\"stack\":");
    private static final Piece STRING = Piece.of(",\"string\":");
    private static final Piece PAYLOAD = Piece.of(",\"payload\":\"");
    private static final Piece MESSAGE = Piece.of(",\"message\":");
    private static final Piece FIELDS = Piece.of(",\"fields\":");
    private static final Piece NULL = Piece.of("null");
    /** A power of two. */
    private static final int THREADS = 256;
    private static final long NO_PROCESS = -1;

    private final JsonBytes out;
    private final boolean longsQuoted;
    private final JsonFieldBytes fields;
    /** Null if times and levels are not printed in readable form. */
    private final @Nullable IsoTime isoTime;
    private final SchemaMap<Kind> kinds = new SchemaMap<>();
    private final @Nullable KnownThread[] threads = new @Nullable KnownThread[THREADS];
    private final StringBuilder message = new StringBuilder();

    /** The parts that events of one schema share; without the head if it differs between them. */
    private static final class Kind {
        private final FieldTable<JsonFieldBytes.Member> members;
        private @Nullable Piece head;

        Kind(final EventSchema schema) {
            members = JsonFieldBytes.prepare(schema);
        }
    }

    /** A thread and its encoded form. */
    private record KnownThread(@Nullable String host, long pid, long tid, @Nullable String name, Piece json) {}

    /**
     * Creates an encoder.
     *
     * @param out         buffer to append to
     * @param named       whether the time is also printed in ISO 8601 format, and the level also by name
     * @param longsQuoted whether 64-bit integers are printed as strings, for readers that parse numbers as doubles
     */
    public EventJson(final JsonBytes out, final boolean named, final boolean longsQuoted) {
        this.out = out;
        this.longsQuoted = longsQuoted;
        this.fields = new JsonFieldBytes(out, longsQuoted);
        this.isoTime = named ? new IsoTime() : null;
    }

    /**
     * Append an event.
     *
     * @param event event to append, without a line end
     */
    public void append(final EventView event) {
        final EventSchema schema = event.schema();
        final Kind kind = schema == null ? null : kind(schema);
        appendTimes(event);
        appendHead(event, kind);
        appendThread(event);
        final long most = event.activityMost();
        final long least = event.activityLeast();
        if ((most | least) == 0) {
            out.append(NULL);
        } else {
            out.appendUuid(most, least);
        }
        if (event.isLate()) {
            out.append(LATE);
        }
        appendExtendedItems(event);
        if (event.isString()) {
            out.append(STRING);
            appendText(event.string());
        } else if (schema == null || kind == null) {
            out.append(PAYLOAD);
            out.appendHex(event.buffer(), event.payloadOffset(), event.payloadLength());
            out.append('"');
        } else {
            appendMessage(event, schema);
            out.append(FIELDS);
            fields.begin(kind.members);
            event.readFields(fields);
            fields.end();
        }
        out.append('}');
    }

    private Kind kind(final EventSchema schema) {
        Kind kind = kinds.get(schema);
        if (kind == null) {
            kind = new Kind(schema);
            kinds.put(schema, kind);
        }
        return kind;
    }

    private void appendTimes(final EventView event) {
        final long timeNs = event.timeNs();
        out.append(TIME);
        appendLong(timeNs);
        out.append(TICKS);
        appendLong(event.timeTicks());
        final IsoTime iso = isoTime;
        if (iso != null) {
            out.append(ISO_TIME);
            iso.append(out, timeNs);
            out.append('"');
        }
    }

    private void appendHead(final EventView event, final @Nullable Kind kind) {
        final Piece known = kind == null ? null : kind.head;
        // A classic event has a level of its own.
        if (known != null && !ClassicItems.isIn(event)) {
            out.append(known);
            return;
        }
        final int begin = out.length();
        final EventDescriptor descriptor = event.descriptor();
        final EventSchema schema = event.schema();
        out.append(PROVIDER);
        out.appendQuoted(event.providerName());
        out.append(EVENT);
        appendText(schema == null ? null : schema.name());
        out.append(ID);
        out.append(descriptor.id());
        out.append(VERSION);
        out.append(descriptor.version());
        out.append(LEVEL);
        out.append(descriptor.level());
        if (isoTime != null) {
            out.append(LEVEL_NAME);
            appendText(Level.nameOf(descriptor.level()));
        }
        out.append(KEYWORD);
        out.appendMask(descriptor.keyword());
        out.append(OPCODE);
        out.append(descriptor.opcode());
        out.append(TASK);
        out.append(descriptor.task());
        if (kind != null && !ClassicItems.isIn(event)) {
            kind.head = out.piece(begin);
        }
    }

    private void appendThread(final EventView event) {
        final Long processId = event.processId();
        final long pid = processId == null ? NO_PROCESS : processId;
        final long tid = event.threadId();
        final String name = event.threadName();
        final String host = event.host();
        final int index = (int) (tid + 31 * pid) & (THREADS - 1);
        final KnownThread known = threads[index];
        if (known != null && known.tid == tid && known.pid == pid && Objects.equals(known.name, name)
                && Objects.equals(known.host, host)) {
            out.append(known.json);
            return;
        }
        final int begin = out.length();
        if (host != null) {
            out.append(HOST);
            out.appendQuoted(host);
        }
        out.append(PID);
        if (processId == null) {
            out.append(NULL);
        } else {
            appendLong(pid);
        }
        out.append(TID);
        appendLong(tid);
        out.append(THREAD);
        appendText(name);
        out.append(ACTIVITY);
        threads[index] = new KnownThread(host, pid, tid, name, out.piece(begin));
    }

    private void appendExtendedItems(final EventView event) {
        final UUID related = event.relatedActivityId();
        if (related != null) {
            out.append(RELATED);
            out.appendUuid(related.getMostSignificantBits(), related.getLeastSignificantBits());
        }
        appendKey(EVENT_KEY, event.eventKey());
        appendKey(PROCESS_START_KEY, event.processStartKey());
        final long weight = event.weight();
        if (weight != 1) {
            out.append(WEIGHT);
            appendLong(weight);
        }
        final List<String> stack = event.stack();
        if (!stack.isEmpty()) {
            out.append(STACK);
            char separator = '[';
            for (final String frame : stack) {
                out.append(separator);
                out.appendQuoted(frame);
                separator = ',';
            }
            out.append(']');
        }
    }

    private void appendKey(final Piece name, final @Nullable Long key) {
        if (key != null) {
            out.append(name);
            out.appendMask(key);
        }
    }

    private void appendMessage(final EventView event, final EventSchema schema) {
        message.setLength(0);
        if (schema.appendMessage(message, event.buffer(), event.payloadOffset(), event.payloadLength())) {
            out.append(MESSAGE);
            out.appendQuoted(message);
        }
    }

    private void appendText(final @Nullable CharSequence text) {
        if (text == null) {
            out.append(NULL);
        } else {
            out.appendQuoted(text);
        }
    }

    private void appendLong(final long value) {
        if (longsQuoted) {
            out.append('"');
            out.append(value);
            out.append('"');
        } else {
            out.append(value);
        }
    }
}
