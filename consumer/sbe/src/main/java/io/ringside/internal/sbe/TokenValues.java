package io.ringside.internal.sbe;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.ValueMap;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.PrimitiveValue;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.Types;

/** Converter of single SBE values, which passes them to a field visitor. Not thread-safe. */
final class TokenValues {
    private final FieldVisitor visitor;
    private final UnsafeBuffer text = new UnsafeBuffer(0, 0);

    TokenValues(final FieldVisitor visitor) {
        this.visitor = visitor;
    }

    /** Returns the field of a value. */
    static FieldSchema field(final Token field, final Token type) {
        final PrimitiveType primitive = type.encoding().primitiveType();
        if (primitive == null) {
            return FieldSchema.of(field.name(), FieldType.BINARY);
        }
        return FieldSchema.of(field.name(), switch (primitive) {
            case CHAR -> FieldType.STRING;
            case INT8 -> FieldType.INT8;
            case INT16 -> FieldType.INT16;
            case INT32 -> FieldType.INT32;
            case INT64 -> FieldType.INT64;
            case UINT8 -> FieldType.UINT8;
            case UINT16 -> FieldType.UINT16;
            case UINT32 -> FieldType.UINT32;
            case UINT64 -> FieldType.UINT64;
            case FLOAT -> FieldType.FLOAT;
            case DOUBLE -> FieldType.DOUBLE;
            default -> FieldType.BINARY;
        });
    }

    /** Visits a value of a primitive type, or an array of such values. */
    void visit(final FieldSchema field, final Token type, final DirectBuffer buffer, final int index) {
        final Encoding encoding = type.encoding();
        final int count = type.arrayLength();
        if (type.isConstantEncoding()) {
            visitConstant(field, encoding);
        } else if (encoding.primitiveType() == PrimitiveType.CHAR) {
            visitCharacters(field, type, buffer, index);
        } else if (count == 1) {
            visitNumber(field, type, buffer, index);
        } else {
            buffer.boundsCheck(index, count * encoding.primitiveType().size());
            visitor.onArrayBegin(field, count);
            for (int i = 0; i < count; i++) {
                visitNumber(field, type, buffer, index + i * encoding.primitiveType().size());
            }
            visitor.onArrayEnd(field);
        }
    }

    /** Visits a value of an enumeration; the tokens are its own, followed by those of its names. */
    void visitEnum(final FieldSchema field, final Token fieldToken, final DirectBuffer buffer, final int index,
            final List<Token> tokens) {
        if (fieldToken.isConstantEncoding()) {
            final String constant = fieldToken.encoding().constValue().toString();
            visitor.onSymbol(field, 0, constant.substring(constant.indexOf('.') + 1));
            return;
        }
        final Encoding encoding = tokens.get(1).encoding();
        final long value = Types.getLong(buffer, index, encoding);
        for (final Token each : tokens.subList(1, tokens.size() - 1)) {
            if (each.encoding().constValue().longValue() == value) {
                visitor.onSymbol(field, value, each.name());
                return;
            }
        }
        if (value != encoding.applicableNullValue().longValue()) {
            visitor.onLong(FieldSchema.of(field.name(), FieldType.INT64), value);
        }
    }

    /** Visits a set of choices; the tokens are its own, followed by those of its bits. */
    void visitSet(final FieldSchema field, final DirectBuffer buffer, final int index, final List<Token> tokens) {
        final long value = Types.getLong(buffer, index, tokens.get(0).encoding());
        final Map<Long, String> nameByBit = new TreeMap<>();
        for (final Token each : tokens.subList(1, tokens.size() - 1)) {
            nameByBit.put(1L << each.encoding().constValue().longValue(), each.name());
        }
        if (nameByBit.isEmpty()) {
            visitor.onUnsigned(field, value);
        } else {
            visitor.onBits(field, value, ValueMap.ofBits(field.name(), nameByBit));
        }
    }

    /** Visits data of variable length, as text if the type names a character set. */
    void visitData(final FieldSchema field, final Token type, final DirectBuffer buffer, final int index,
            final int length) {
        final Charset charset = charset(type.encoding().characterEncoding());
        if (charset == null) {
            visitor.onBytes(field, buffer, index, length);
        } else {
            visitText(field, charset, buffer, index, length);
        }
    }

    private void visitNumber(final FieldSchema field, final Token type, final DirectBuffer buffer, final int index) {
        final Encoding encoding = type.encoding();
        switch (encoding.primitiveType()) {
            case FLOAT -> {
                final float value = buffer.getFloat(index, encoding.byteOrder());
                if (!(type.isOptionalEncoding() && Float.isNaN(value))) {
                    visitor.onFloat(field, value);
                }
            }
            case DOUBLE -> {
                final double value = buffer.getDouble(index, encoding.byteOrder());
                if (!(type.isOptionalEncoding() && Double.isNaN(value))) {
                    visitor.onDouble(field, value);
                }
            }
            default -> {
                final long value = Types.getLong(buffer, index, encoding);
                if (!(type.isOptionalEncoding() && value == encoding.applicableNullValue().longValue())) {
                    visitWhole(field, value);
                }
            }
        }
    }

    private void visitConstant(final FieldSchema field, final Encoding encoding) {
        final PrimitiveValue value = encoding.constValue();
        switch (encoding.primitiveType()) {
            case CHAR -> {
                text.wrap(value.toString().getBytes(StandardCharsets.UTF_8));
                visitor.onString(field, text, 0, text.capacity());
            }
            case FLOAT -> visitor.onFloat(field, (float) value.doubleValue());
            case DOUBLE -> visitor.onDouble(field, value.doubleValue());
            default -> visitWhole(field, value.longValue());
        }
    }

    private void visitWhole(final FieldSchema field, final long value) {
        if (field.type().isUnsigned()) {
            visitor.onUnsigned(field, value);
        } else {
            visitor.onLong(field, value);
        }
    }

    /** Visits characters up to the first zero; a single zero character is null. */
    private void visitCharacters(final FieldSchema field, final Token type, final DirectBuffer buffer,
            final int index) {
        final int lengthMax = type.arrayLength();
        buffer.boundsCheck(index, lengthMax);
        int length = 0;
        while (length < lengthMax && buffer.getByte(index + length) != 0) {
            length++;
        }
        if (length > 0 || !type.isOptionalEncoding()) {
            final Charset charset = charset(type.encoding().characterEncoding());
            visitText(field, charset == null ? StandardCharsets.ISO_8859_1 : charset, buffer, index, length);
        }
    }

    private void visitText(final FieldSchema field, final Charset charset, final DirectBuffer buffer, final int index,
            final int length) {
        if (StandardCharsets.UTF_8.equals(charset)) {
            visitor.onString(field, buffer, index, length);
        } else {
            final byte[] bytes = new byte[length];
            buffer.getBytes(index, bytes);
            text.wrap(new String(bytes, charset).getBytes(StandardCharsets.UTF_8));
            visitor.onString(field, text, 0, text.capacity());
        }
    }

    private static @Nullable Charset charset(final @Nullable String name) {
        try {
            return name == null || name.isEmpty() ? null : Charset.forName(name);
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }
}
