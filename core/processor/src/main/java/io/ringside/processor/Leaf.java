package io.ringside.processor;

import java.util.ArrayList;
import java.util.List;

/**
 * Value of a payload that is not a struct: a field, or a member of records at any depth. In generated code it is a
 * local variable, or the parameter itself.
 *
 * @param field of the value.
 * @param local name of the variable.
 * @param top   index of the event's field that is this value, or contains it.
 */
record Leaf(FieldModel field, String local, int top) {
    /** Returns all leaves of an event in the order of the payload. */
    static List<Leaf> of(final EventModel event) {
        final List<Leaf> leaves = new ArrayList<>();
        final List<FieldModel> fields = event.fields();
        for (int i = 0; i < fields.size(); i++) {
            add(leaves, fields.get(i), fields.get(i).name() + '$', i);
        }
        return leaves;
    }

    private static void add(final List<Leaf> leaves, final FieldModel field, final String local, final int top) {
        if (field.kind() == FieldKind.RECORD) {
            field.members().forEach(member -> add(leaves, member, local + member.name() + '$', top));
        } else {
            leaves.add(new Leaf(field, local, top));
        }
    }

    FieldKind kind() {
        return field.kind();
    }

    /** Returns source text that computes the length of a value in bytes, if it varies. */
    String length() {
        return switch (kind()) {
            case TEXT, STRING -> "io.ringside.schema.PayloadWriter.stringLength(" + sound() + ')';
            case DIRECT_BUFFER -> "2L + java.lang.Math.max(0, " + sound() + ".capacity())";
            case BYTE_BUFFER -> "2L + " + sound() + ".remaining()";
            case BYTES -> "2L + " + sound() + ".length";
            default -> "2L + " + sound() + ".length * " + kind().bytes() + 'L';
        };
    }

    /** Returns source text for the maximum length of a value in bytes, without measuring it, if it varies. */
    String lengthMax() {
        return isText() ? "io.ringside.schema.PayloadWriter.stringLengthMax(" + sound() + ')' : length();
    }

    /** Returns whether the length is only known after reading each char. */
    boolean isText() {
        return kind() == FieldKind.TEXT || kind() == FieldKind.STRING;
    }

    /** Returns statements that write a value at a known offset into {@code $buffer}. */
    List<String> putAt(final int offset) {
        return switch (kind()) {
            case UUID -> List.of(FieldKind.LONG.putAt(local + "most", offset),
                    FieldKind.LONG.putAt(local + "least", offset + Long.BYTES));
            case ENUM -> List.of(field.isWideEnum()
                    ? FieldKind.SHORT.putAt("(short) " + local + "ordinal", offset)
                    : FieldKind.BYTE.putAt("(byte) " + local + "ordinal", offset));
            case INSTANT -> List.of(kind().putAt(local + "ns", offset));
            case INTERNED -> List.of(kind().putAt(local + "number", offset));
            default -> List.of(kind().putAt(local, offset));
        };
    }

    /** Returns a call that writes a value after the previous one. */
    String put() {
        return switch (kind()) {
            case UUID -> "putUuid(" + local + "most, " + local + "least)";
            case ENUM -> (field.isWideEnum() ? "putShort(" : "putByte(") + local + "ordinal)";
            case INSTANT -> kind().put(local + "ns");
            case INTERNED -> kind().put(local + "number");
            default -> kind().put(sound());
        };
    }

    /**
     * Returns the field with the memory for received values, as type and initial value of its declaration; empty if
     * none is needed.
     *
     * @param agrona package of Agrona
     */
    List<String> memory(final String agrona) {
        return switch (kind()) {
            case TEXT, STRING ->
                List.of("final io.ringside.typed.generated.TypedInput.Text",
                        "new io.ringside.typed.generated.TypedInput.Text()");
            case INTERNED -> List.of("final io.ringside.typed.generated.TypedInput.Name",
                    "new io.ringside.typed.generated.TypedInput.Name(" + SchemaSource.literal(field.table()) + ')');
            case DIRECT_BUFFER -> List.of("final " + agrona + ".concurrent.UnsafeBuffer",
                    "new " + agrona + ".concurrent.UnsafeBuffer(0, 0)");
            case BYTE_BUFFER -> List.of("java.nio.ByteBuffer", kind().missing());
            case ENUM -> List.of("static final " + field.javaType() + "[]", field.javaType() + ".values()");
            default -> kind().varies()
                    ? List.of("final io.ringside.typed.generated.TypedInput.ArrayCache<" + field.javaType() + '>',
                            "arrays(" + field.javaType() + "::new, " + kind().bytes() + ')')
                    : List.of();
        };
    }

    /** Returns an expression that reads the next value; its memory has the local's name prefixed with the event's. */
    String take(final String memory) {
        return switch (kind()) {
            case ENUM -> "constant(" + memory + ", $values."
                    + (field.isWideEnum() ? "takeUnsignedShort()" : "takeUnsignedByte()") + ')';
            case BYTE_BUFFER -> memory + " = " + kind().take(memory);
            case INTERNED -> memory + ".of($event.schema(), " + kind().take(memory) + ')';
            default -> kind().take(memory);
        };
    }

    /** Returns the variable with the value in which null has been replaced. */
    static String sound(final String local) {
        return local + "sound";
    }

    private String sound() {
        return kind().varies() ? sound(local) : local;
    }
}
