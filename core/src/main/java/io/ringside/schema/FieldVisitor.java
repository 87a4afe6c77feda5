package io.ringside.schema;

import org.agrona.DirectBuffer;

/**
 * Receives the fields of a payload one by one, in payload order, from a {@link PayloadReader}. Every method does
 * nothing unless overridden. Bytes are passed without a copy: they are valid only during the call, and not trustworthy.
 * <p>
 * Every group that begins also ends, even if the payload is incomplete; {@link #onTruncated} or {@link #onTrailing}, if
 * either applies, comes last.
 */
public interface FieldVisitor {
    /**
     * Receives a signed whole number.
     *
     * @param field of the value.
     * @param value of the field.
     */
    default void onLong(final FieldSchema field, final long value) {}

    /**
     * Receives an unsigned whole number; a {@link OutType#PORT} has been converted to native order.
     *
     * @param field of the value.
     * @param value of the field; an unsigned 64-bit value may be negative as a long.
     */
    default void onUnsigned(final FieldSchema field, final long value) {}

    /**
     * Receives a decimal: see {@link FieldSchema#withScale}. If another field gives the scale and it is 0, {@link
     * #onLong} or {@link #onUnsigned} is called instead. By default, passes on the unscaled whole number.
     *
     * @param field    of the value.
     * @param unscaled unscaled whole number; an unsigned 64-bit value may be negative as a long.
     * @param scale    digits after the decimal point, 1..18: the value is unscaled / 10<sup>scale</sup>.
     */
    default void onDecimal(final FieldSchema field, final long unscaled, final int scale) {
        if (field.type().isUnsigned()) {
            onUnsigned(field, unscaled);
        } else {
            onLong(field, unscaled);
        }
    }

    /**
     * Receives a whole number that should be a decimal but has no scale: the field that gives it ({@link
     * FieldSchema#withScaleFrom}) has a value out of range, or the provider has not published the scale. By default,
     * passes on the whole number.
     *
     * @param field of the value.
     * @param value of the field.
     */
    default void onUnscaled(final FieldSchema field, final long value) {
        if (field.type().isUnsigned()) {
            onUnsigned(field, value);
        } else {
            onLong(field, value);
        }
    }

    /**
     * Receives a whole number that has a name. One without a name is passed to {@link #onLong}, {@link #onUnsigned} or
     * {@link #onDecimal}, one whose bits have names to {@link #onBits}.
     *
     * @param field  of the value.
     * @param value  of the field.
     * @param symbol name of the value.
     */
    default void onSymbol(final FieldSchema field, final long value, final String symbol) {}

    /**
     * Receives a whole number whose bits have names: see {@link ValueMap#appendBits}. By default, passes on the number.
     *
     * @param field of the value.
     * @param value of the field.
     * @param names of its bits.
     */
    default void onBits(final FieldSchema field, final long value, final ValueMap names) {
        if (field.type().isUnsigned()) {
            onUnsigned(field, value);
        } else {
            onLong(field, value);
        }
    }

    /**
     * Receives a 32-bit floating point number.
     *
     * @param field of the value.
     * @param value of the field.
     */
    default void onFloat(final FieldSchema field, final float value) {}

    /**
     * Receives a 64-bit floating point number.
     *
     * @param field of the value.
     * @param value of the field.
     */
    default void onDouble(final FieldSchema field, final double value) {}

    /**
     * Receives a boolean.
     *
     * @param field of the value.
     * @param value of the field.
     */
    default void onBoolean(final FieldSchema field, final boolean value) {}

    /**
     * Receives a text that should be UTF-8.
     *
     * @param field  of the value.
     * @param buffer that holds the text.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    default void onString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * Receives a text that should be UTF-16LE.
     *
     * @param field  of the value.
     * @param buffer that holds the text.
     * @param offset of its first byte.
     * @param length in bytes; an odd length ends with half a unit.
     */
    default void onWideString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * Receives bytes without further meaning.
     *
     * @param field  of the value.
     * @param buffer that holds the bytes.
     * @param offset of the first.
     * @param length in bytes.
     */
    default void onBytes(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * Receives a UUID.
     *
     * @param field of the value.
     * @param most  its most significant half.
     * @param least its least significant half.
     */
    default void onUuid(final FieldSchema field, final long most, final long least) {}

    /**
     * Receives a point in time.
     *
     * @param field   of the value.
     * @param epochNs nanoseconds since 1970 UTC.
     */
    default void onTimestamp(final FieldSchema field, final long epochNs) {}

    /**
     * Receives a point in time that may be outside of the range of nanoseconds since 1970.
     *
     * @param field of the value.
     * @param units number of 100 ns units since 1601 UTC, unsigned.
     */
    default void onFileTime(final FieldSchema field, final long units) {}

    /**
     * Receives an internet address, in network order.
     *
     * @param field  of the value.
     * @param buffer that holds the address.
     * @param offset of its first byte.
     * @param length 4 or 16.
     */
    default void onAddress(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * Begins a struct, whose members follow.
     *
     * @param field of the struct.
     */
    default void onStructBegin(final FieldSchema field) {}

    /**
     * Ends a struct.
     *
     * @param field of the struct.
     */
    default void onStructEnd(final FieldSchema field) {}

    /**
     * Begins an array, whose elements follow, each as a value of the same field.
     *
     * @param field of the array.
     * @param count of the elements that should follow; fewer follow if the payload is truncated.
     */
    default void onArrayBegin(final FieldSchema field, final long count) {}

    /**
     * Ends an array.
     *
     * @param field of the array.
     */
    default void onArrayEnd(final FieldSchema field) {}

    /**
     * Reports that the payload is too short for its schema, or has lengths that do not fit.
     *
     * @param field  that could not be read.
     * @param buffer that holds the payload.
     * @param offset of the first unread byte.
     * @param length number of unread bytes.
     */
    default void onTruncated(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * Reports that the payload continues after the last known field: a newer version wrote it.
     *
     * @param buffer that holds the payload.
     * @param offset of the first unread byte.
     * @param length number of unread bytes.
     */
    default void onTrailing(final DirectBuffer buffer, final int offset, final int length) {}
}
