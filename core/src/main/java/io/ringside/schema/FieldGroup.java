package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an event or the members of a struct, in payload order, with their relations (which field counts, sizes
 * or scales which), and which are plain whole numbers. Checked when created: names differ; a field with a count, size
 * or scale precedes the field that uses it and is a single whole number. Immutable.
 */
final class FieldGroup {
    static final FieldGroup EMPTY = new FieldGroup(List.of(), new int[0], new int[0], new int[0], 0);
    /** Value instead of an index: no field counts, sizes or scales this one. */
    static final int NONE = -1;
    /** Value instead of a length: not all fields are plain whole numbers. */
    static final int NOT_PLAIN = -1;

    private final List<FieldSchema> fields;
    /** The same fields as an array, for lookups that occur with each event. */
    private final FieldSchema[] fieldByIndex;
    private final int[] counterIndexes;
    private final int[] sizerIndexes;
    private final int[] scaleIndexes;
    private final byte[] signedLengths;
    private final int plainLength;
    private final int depth;

    private FieldGroup(final List<FieldSchema> fields, final int[] counterIndexes, final int[] sizerIndexes,
            final int[] scaleIndexes, final int depth) {
        this.fields = fields;
        this.counterIndexes = counterIndexes;
        this.sizerIndexes = sizerIndexes;
        this.scaleIndexes = scaleIndexes;
        this.fieldByIndex = fields.toArray(FieldSchema[]::new);
        this.signedLengths = new byte[fieldByIndex.length];
        int length = 0;
        for (int i = 0; i < fieldByIndex.length; i++) {
            signedLengths[i] = (byte) signedLength(fieldByIndex[i]);
            length = length == NOT_PLAIN || signedLengths[i] == 0
                    ? NOT_PLAIN
                    : length + Math.abs(signedLengths[i]);
        }
        this.plainLength = length;
        this.depth = depth;
    }

    static FieldGroup of(final String owner, final List<FieldSchema> fields) {
        if (fields.size() > SchemaLimits.FIELDS_MAX) {
            throw RingsideException
                    .invalidArgument("too many fields: of=" + owner + ", fields=" + fields.size() + ", max="
                            + SchemaLimits.FIELDS_MAX + ": put some into a struct");
        }
        final Map<String, Integer> indexByName = new HashMap<>();
        final int[] counterIndexes = new int[fields.size()];
        final int[] sizerIndexes = new int[fields.size()];
        final int[] scaleIndexes = new int[fields.size()];
        int depth = 0;
        for (int i = 0; i < counterIndexes.length; i++) {
            final FieldSchema field = fields.get(i);
            counterIndexes[i] = referredIndex(owner, field, field.countedBy(), fields, indexByName);
            sizerIndexes[i] = referredIndex(owner, field, field.sizedBy(), fields, indexByName);
            scaleIndexes[i] = scaleIndex(owner, field, fields.subList(0, i), indexByName);
            if (indexByName.put(field.name(), i) != null) {
                throw RingsideException
                        .invalidArgument("two fields have the same name: of=" + owner + ", field=" + field.name()
                                + ": give one of them another");
            }
            depth = Math.max(depth, field.group().depth + 1);
        }
        if (depth > SchemaLimits.DEPTH_MAX) {
            throw RingsideException
                    .invalidArgument("structs are nested too deeply: of=" + owner + ", depth=" + depth + ", max="
                            + SchemaLimits.DEPTH_MAX + ": declare the inner members as separate fields");
        }
        return new FieldGroup(List.copyOf(fields), counterIndexes, sizerIndexes, scaleIndexes, depth);
    }

    List<FieldSchema> fields() {
        return fields;
    }

    int size() {
        return fieldByIndex.length;
    }

    FieldSchema field(final int index) {
        return fieldByIndex[index];
    }

    /** Returns the index of the field that counts the elements of this one, or {@link #NONE}. */
    int counterIndex(final int index) {
        return counterIndexes[index];
    }

    /** Returns the index of the field that gives the length of this one's values, or {@link #NONE}. */
    int sizerIndex(final int index) {
        return sizerIndexes[index];
    }

    /** Returns the index of the field that gives the scale of this one, or {@link #NONE}. */
    int scaleIndex(final int index) {
        return scaleIndexes[index];
    }

    /** Returns the length of a plain whole number in bytes, negated if it is unsigned; 0 for other fields. */
    int signedLength(final int index) {
        return signedLengths[index];
    }

    /** Returns the length of all fields in bytes if each is a plain whole number, else {@link #NOT_PLAIN}. */
    int plainLength() {
        return plainLength;
    }

    boolean hasPublishedNames() {
        return fields.stream().anyMatch(FieldSchema::hasPublishedNames);
    }

    FieldGroup withNames(final String owner, final PublishedNames names, final PublishedNames.AsOf asOf) {
        return of(owner, fields.stream().map(field -> field.withNames(names, asOf)).toList());
    }

    private static int signedLength(final FieldSchema field) {
        final FieldType type = field.type();
        final boolean isOne = field.shape() == FieldSchema.Shape.SCALAR
                && field.lengthSource() == FieldSchema.LengthSource.TYPE;
        if (!isOne || !type.isInteger() || field.values() != null || field.isDecimal()
                || field.outType() == OutType.PORT) {
            return 0;
        }
        return type.isUnsigned() ? -type.length() : type.length();
    }

    private static int referredIndex(
            final String owner,
            final FieldSchema field,
            final @Nullable String counter,
            final List<FieldSchema> fields,
            final Map<String, Integer> indexByName) {
        if (counter == null) {
            return NONE;
        }
        final Integer index = indexByName.get(counter);
        if (index == null) {
            throw RingsideException
                    .invalidArgument("counter or length field must precede its field: of=" + owner + ", field="
                            + field.name() + ", counter=" + counter);
        }
        final FieldSchema counting = fields.get(index);
        if (counting.shape() != FieldSchema.Shape.SCALAR || !counting.type().isInteger()
                || counting.outType() == OutType.PORT) {
            throw RingsideException
                    .invalidArgument("counter or length field must be a single whole number: of=" + owner + ", field="
                            + field.name() + ", counter=" + counter + ", type=" + counting.type() + ", shape="
                            + counting.shape() + ", outType=" + counting.outType());
        }
        return index;
    }

    private static int scaleIndex(final String owner, final FieldSchema field, final List<FieldSchema> earlier,
            final Map<String, Integer> indexByName) {
        final String from = field.scaleFrom();
        if (from == null) {
            return NONE;
        }
        final Integer index = indexByName.get(from);
        if (index == null) {
            throw RingsideException
                    .invalidArgument("field that gives the scale must precede its field: of=" + owner + ", field="
                            + field.name() + ", scaleFrom=" + from + ", earlier="
                            + earlier.stream().map(FieldSchema::name).toList());
        }
        final FieldSchema giving = earlier.get(index);
        if (giving.shape() != FieldSchema.Shape.SCALAR || !giving.type().isInteger() || giving.isDecimal()
                || giving.outType() == OutType.PORT) {
            throw RingsideException
                    .invalidArgument("field that gives the scale must be a single whole number: of=" + owner
                            + ", field=" + field.name() + ", scaleFrom=" + from + ", type=" + giving.type() + ", shape="
                            + giving.shape() + ", isDecimal=" + giving.isDecimal() + ", outType=" + giving.outType());
        }
        return index;
    }
}
