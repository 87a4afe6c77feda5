package io.ringside.internal.expression;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ValueMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** An event with any fields that there may be, the paths to all of its values, and payloads of it. */
final class RandomEvent {
    static final ValueMap SIDE = ValueMap.of("Side", Map.of(1L, "BUY", 2L, "SELL"));
    /** Few characters, so that texts meet; some whose case is not so simple. */
    private static final String[] LETTERS = {"a", "A", "b", "B", "\u00fc", "\u00dc", "\ud83d\ude00", " ", "\"", "k",
        "\u212a"};
    private static final List<FieldType> TYPES = List.of(FieldType.values());
    private static final int DEPTH_MAX = 3;
    private static final int ELEMENTS_MAX = 3;

    final EventSchema schema;
    /** A value that may stand in a payload: its path with an element of every array, and its field. */
    final List<Place> places = new ArrayList<>();

    private final Random random;
    private int names;

    RandomEvent(final Random random) {
        this.random = random;
        this.schema = Events.event(fields(1).toArray(new FieldSchema[0]));
        addPlaces(schema.fields(), List.of());
    }

    record Place(FieldPath path, FieldSchema field) {}

    /** The bytes of a payload that fits the schema. */
    byte[] payload() {
        return Events.bytes(writer -> write(schema.fields(), writer));
    }

    static String text(final Random random) {
        final StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }

    private List<FieldSchema> fields(final int depth) {
        final List<FieldSchema> fields = new ArrayList<>();
        final List<String> counters = new ArrayList<>();
        for (int i = random.nextInt(5) + 1; i > 0; i--) {
            FieldSchema field = sized(field(depth), counters);
            switch (random.nextInt(5)) {
                case 0 -> field = field.fixed(random.nextInt(ELEMENTS_MAX) + 1);
                case 1 -> field = field.prefixed();
                case 2 -> field = counters.isEmpty()
                        ? field
                        : field.countedBy(counters.get(random.nextInt(counters.size())));
                default -> {
                    if (field.type().isInteger()) {
                        counters.add(field.name());
                    }
                }
            }
            fields.add(field);
        }
        return fields;
    }

    private FieldSchema field(final int depth) {
        final String name = random.nextInt(4) == 0 ? "a.b" + names++ : "f" + names++;
        final int kind = random.nextInt(TYPES.size() + 3);
        if (kind < 3) {
            return FieldSchema.of(name, FieldType.UINT8);
        }
        final FieldType type = TYPES.get(kind - 3);
        if (type == FieldType.STRUCT) {
            return depth == DEPTH_MAX
                    ? FieldSchema.of(name, FieldType.STRING)
                    : FieldSchema.struct(name, fields(depth + 1));
        }
        final FieldSchema field = FieldSchema.of(name, type);
        return type.isInteger() && random.nextInt(3) == 0 ? field.withValues(SIDE) : field;
    }

    private FieldSchema sized(final FieldSchema field, final List<String> sizers) {
        if (!field.type().isSizable()) {
            return field;
        }
        return switch (random.nextInt(4)) {
            case 0 -> field.sized(random.nextInt(ELEMENTS_MAX) + 1);
            case 1 -> sizers.isEmpty() ? field : field.sizedBy(sizers.get(random.nextInt(sizers.size())));
            default -> field;
        };
    }

    private static boolean isComparable(final FieldSchema field) {
        return field.type() != FieldType.BINARY && field.type() != FieldType.GUID && !field.type().isWide()
                && field.lengthSource() != FieldSchema.LengthSource.FIELD;
    }

    private void addPlaces(final List<FieldSchema> fields, final List<FieldPath.Step> outer) {
        for (final FieldSchema field : fields) {
            final int elements = field.shape() == FieldSchema.Shape.FIXED ? field.fixedCount() : ELEMENTS_MAX;
            final int index = field.shape() == FieldSchema.Shape.SCALAR
                    ? FieldPath.Step.NULL_INDEX
                    : random.nextInt(elements);
            final List<FieldPath.Step> steps = new ArrayList<>(outer);
            steps.add(new FieldPath.Step(field.name(), index));
            if (field.type() == FieldType.STRUCT) {
                addPlaces(field.members(), steps);
            } else if (isComparable(field)) {
                places.add(new Place(new FieldPath(steps), field));
            }
        }
    }

    private void write(final List<FieldSchema> fields, final PayloadWriter writer) {
        final Map<String, Integer> numbers = new HashMap<>();
        for (final FieldSchema field : fields) {
            final int count = switch (field.shape()) {
                case SCALAR -> 1;
                case FIXED -> field.fixedCount();
                case COUNTED -> numbers.getOrDefault(field.countedBy(), 0);
                case PREFIXED -> random.nextInt(ELEMENTS_MAX + 1);
            };
            if (field.shape() == FieldSchema.Shape.PREFIXED) {
                writer.putShort(count);
            }
            final boolean counts = fields.stream().anyMatch(
                    other -> field.name().equals(other.countedBy()) || field.name().equals(other.sizedBy()));
            final int number = counts ? random.nextInt(ELEMENTS_MAX + 1) : random.nextInt();
            numbers.put(field.name(), number);
            for (int i = 0; i < count; i++) {
                switch (field.lengthSource()) {
                    case TYPE -> writeValue(field, number, writer);
                    case FIXED -> writeLetters(field.bytesOf(field.fixedLength()), writer);
                    case FIELD -> writeLetters(field.bytesOf(numbers.getOrDefault(field.sizedBy(), 0)), writer);
                }
            }
        }
    }

    private void writeLetters(final long length, final PayloadWriter writer) {
        for (long i = 0; i < length; i++) {
            writer.putByte("aAbB\0".charAt(random.nextInt(5)));
        }
    }

    private void writeValue(final FieldSchema field, final int number, final PayloadWriter writer) {
        final int value = random.nextInt(3) == 0 && number > ELEMENTS_MAX ? number % 3 : number;
        switch (field.type()) {
            case STRUCT -> write(field.members(), writer);
            case INT8, UINT8 -> writer.putByte(value);
            case BOOLEAN -> writer.putByte(random.nextInt(3));
            case INT16, UINT16 -> writer.putShort(value);
            case INT32, UINT32, HEXINT32 -> writer.putInt(value);
            case BOOLEAN32 -> writer.putInt(random.nextInt(3) << 8);
            case INT64, UINT64, HEXINT64, POINTER, FILETIME, TIMESTAMP ->
                writer.putLong(random.nextBoolean() ? value : (long) value << 32);
            case FLOAT -> writer.putFloat(random.nextInt(9) == 0 ? Float.NaN : value % 100 / 8f);
            case DOUBLE -> writer.putDouble(random.nextInt(9) == 0 ? Double.NEGATIVE_INFINITY : value % 100 / 8.0);
            case STRING -> writer.putString(text(random));
            case TERMINATED_STRING -> writer.putText(text(random)).putByte(0);
            case WIDE_STRING -> writer.putWideString(text(random));
            case TERMINATED_WIDE_STRING -> writer.putWideText(text(random)).putShort(0);
            case BINARY -> writer.putShort(2).putShort(number);
            case UUID -> writer.putUuid(random.nextInt(2), random.nextInt(2));
            case GUID -> writer.putGuid(new UUID(number, 0));
            case IPV4 -> writer.putInt(random.nextInt(2) << 24);
            case IPV6 -> writer.putUuid(random.nextInt(2), random.nextInt(2));
        }
    }
}
