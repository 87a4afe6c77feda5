package io.ringside.internal.reader;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.internal.expression.EventNumber;
import io.ringside.internal.expression.FieldPath;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The header of an event, as if it were the payload of an event of its own: so conditions on it are those of
 * payloads. One event at a time.
 */
public final class EventHeader {
    private static final int OPCODE_MAX = 255;
    /** The fields that always exist, in the order in which they are stored, with the names that need no provider. */
    public static final EventSchema SCHEMA = schema(Map.of(), Map.of());

    private static final UUID NO_ACTIVITY = new UUID(0, 0);
    /** Room for the longest names. */
    private static final int CAPACITY = 16 * 1024;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CAPACITY]);
    private final PayloadWriter writer = new PayloadWriter();
    private final PayloadBytes bytes = new PayloadBytes();

    /** The same with names of opcodes and tasks that a provider gives. */
    static EventSchema schema(final Map<String, Long> opcodes, final Map<String, Long> tasks) {
        final FieldSchema task = FieldSchema.of("task", FieldType.INT32);
        return ProviderSchema.builder("ringside.header")
                .event("header", EventDescriptor.of(1, 0, 0),
                        FieldSchema.of("time", FieldType.TIMESTAMP),
                        FieldSchema.of("id", FieldType.INT32),
                        FieldSchema.of("version", FieldType.INT32),
                        FieldSchema.of("channel", FieldType.INT32),
                        FieldSchema.of("level", FieldType.INT32)
                                .withValues(names("level", Level.VERBOSE, Level::nameOf, Map.of())),
                        FieldSchema.of("opcode", FieldType.INT32)
                                .withValues(names("opcode", OPCODE_MAX, Opcode::nameOf, opcodes)),
                        tasks.isEmpty() ? task : task.withValues(names("task", -1, value -> null, tasks)),
                        FieldSchema.of("keyword", FieldType.UINT64),
                        FieldSchema.of("pid", FieldType.INT64),
                        FieldSchema.of("tid", FieldType.INT64),
                        FieldSchema.of("activityId", FieldType.UUID),
                        FieldSchema.of("relatedActivityId", FieldType.UUID),
                        FieldSchema.of("late", FieldType.BOOLEAN),
                        FieldSchema.of("provider", FieldType.STRING),
                        FieldSchema.of("event", FieldType.STRING),
                        FieldSchema.of("host", FieldType.STRING))
                .build().events().get(0);
    }

    /** Names of the values up to the highest, and those that a provider gives. */
    private static ValueMap names(final String map, final int highest, final IntFunction<@Nullable String> common,
            final Map<String, Long> own) {
        final Map<Long, String> names = new HashMap<>();
        own.forEach((name, value) -> names.put(value, name));
        for (int value = 0; value <= highest; value++) {
            final String name = common.apply(value);
            if (name != null) {
                names.put((long) value, name);
            }
        }
        return ValueMap.of(map, names);
    }

    /** Whether a name is one of the header's. */
    public static boolean has(final String name) {
        return SCHEMA.fields().stream().anyMatch(field -> field.name().equals(name));
    }

    /** Returns the event's own fields among those that an expression names, without the prefix that marks them. */
    public static List<FieldPath> ownFields(final List<FieldPath> named) {
        return named.stream().filter(path -> path.steps().size() > 1 || !has(path.steps().get(0).name()))
                .map(EventHeader::withoutPrefix).toList();
    }

    /** Without {@code fields.}, which stands in front of a field that has the name of something in the header. */
    public static FieldPath withoutPrefix(final FieldPath path) {
        return path.steps().size() > 1 && path.steps().get(0).name().equals(EventNumber.PREFIX)
                ? new FieldPath(path.steps().subList(1, path.steps().size()))
                : path;
    }

    /** The header of an event; until the next call. */
    public PayloadBytes of(final EventView event) {
        final EventDescriptor descriptor = event.descriptor();
        final UUID related = event.relatedActivityId();
        final String host = event.host();
        writer.wrap(buffer, 0, CAPACITY)
                .putLong(event.timeNs())
                .putInt(descriptor.id())
                .putInt(descriptor.version())
                .putInt(descriptor.channel())
                .putInt(descriptor.level())
                .putInt(descriptor.opcode())
                .putInt(descriptor.task())
                .putLong(descriptor.keyword())
                .putLong(event.processId() == null ? -1 : event.processId())
                .putLong(event.threadId())
                .putUuid(event.activityMost(), event.activityLeast())
                .putUuid(related == null ? NO_ACTIVITY : related)
                .putBoolean(event.isLate())
                .putString(event.providerName())
                .putString(event.eventName() == null ? "" : event.eventName())
                .putString(host == null ? "" : host);
        return bytes.wrap(buffer, 0, writer.length());
    }
}
