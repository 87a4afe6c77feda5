package io.ringside.schema;

import org.agrona.DirectBuffer;

/**
 * Receives the fields of a payload one by one, in payload order, from a {@link PayloadReader}. Every method does
 * nothing unless overridden. Bytes are passed where they lie: they are valid during the call only, and not trusted.
 * <p>
 * Every group that begins also ends, even if the payload stops in the middle; {@link #onTruncated} or
 * {@link #onTrailing}, if there is cause for one of them, comes last.
 */
public interface FieldVisitor {
    /**
     * A signed whole number.
     *
     * @param field that it is a value of.
     * @param value of the field.
     */
    default void onLong(final FieldSchema field, final long value) {}

    /**
     * An unsigned whole number; a {@link OutType#PORT} already in the order of this machine.
     *
     * @param field that it is a value of.
     * @param value of the field; one of 64 bits may be negative as a long.
     */
    default void onUnsigned(final FieldSchema field, final long value) {}

    /**
     * Receives a decimal: see {@link FieldSchema#withScale}. One whose scale, which another field gives, is 0 comes as
     * {@link #onLong} or {@link #onUnsigned}. A receiver that does not override this method gets the unscaled whole
     * number.
     *
     * @param field    that it is a value of.
     * @param unscaled the whole number; one of 64 bits without a sign may be negative as a long.
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
     * A whole number that should be a decimal and has no scale: the field that gives it ({@link
     * FieldSchema#withScaleFrom}) says one that is out of range, or the provider has not published it. A receiver that
     * does not ask for such numbers gets the whole number.
     *
     * @param field that it is a value of.
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
     * A whole number that has a name. One without comes as {@link #onLong}, {@link #onUnsigned} or {@link #onDecimal},
     * one whose bits have names as {@link #onBits}.
     *
     * @param field  that it is a value of.
     * @param value  of the field.
     * @param symbol its name.
     */
    default void onSymbol(final FieldSchema field, final long value, final String symbol) {}

    /**
     * A whole number whose bits have names: see {@link ValueMap#appendBits}. A receiver that does not ask for bits gets
     * the number.
     *
     * @param field that it is a value of.
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
     * A 32-bit floating point number.
     *
     * @param field that it is a value of.
     * @param value of the field.
     */
    default void onFloat(final FieldSchema field, final float value) {}

    /**
     * A 64-bit floating point number.
     *
     * @param field that it is a value of.
     * @param value of the field.
     */
    default void onDouble(final FieldSchema field, final double value) {}

    /**
     * True or false.
     *
     * @param field that it is a value of.
     * @param value of the field.
     */
    default void onBoolean(final FieldSchema field, final boolean value) {}

    /**
     * A text in what should be UTF-8.
     *
     * @param field  that it is a value of.
     * @param buffer that holds the text.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    default void onString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * A text in what should be UTF-16LE.
     *
     * @param field  that it is a value of.
     * @param buffer that holds the text.
     * @param offset of its first byte.
     * @param length in bytes; an odd one ends with half a unit.
     */
    default void onWideString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * Bytes without further meaning.
     *
     * @param field  that they are a value of.
     * @param buffer that holds the bytes.
     * @param offset of the first.
     * @param length in bytes.
     */
    default void onBytes(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * A UUID.
     *
     * @param field that it is a value of.
     * @param most  its most significant half.
     * @param least its least significant half.
     */
    default void onUuid(final FieldSchema field, final long most, final long least) {}

    /**
     * A point in time.
     *
     * @param field   that it is a value of.
     * @param epochNs nanoseconds since 1970 UTC.
     */
    default void onTimestamp(final FieldSchema field, final long epochNs) {}

    /**
     * A point in time that may lie before or after all that nanoseconds since 1970 can express.
     *
     * @param field that it is a value of.
     * @param units of 100 ns since 1601 UTC, unsigned.
     */
    default void onFileTime(final FieldSchema field, final long units) {}

    /**
     * An internet address, in network order.
     *
     * @param field  that it is a value of.
     * @param buffer that holds the address.
     * @param offset of its first byte.
     * @param length 4 or 16.
     */
    default void onAddress(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * The members of a struct follow.
     *
     * @param field that the struct is a value of.
     */
    default void onStructBegin(final FieldSchema field) {}

    /**
     * The members of a struct have ended.
     *
     * @param field that the struct is a value of.
     */
    default void onStructEnd(final FieldSchema field) {}

    /**
     * The elements of an array follow, each as a value of the same field.
     *
     * @param field that is an array.
     * @param count of the elements that should follow; fewer do if the payload is truncated.
     */
    default void onArrayBegin(final FieldSchema field, final long count) {}

    /**
     * The elements of an array have ended.
     *
     * @param field that is an array.
     */
    default void onArrayEnd(final FieldSchema field) {}

    /**
     * The payload is too short for its schema, or says lengths that do not fit.
     *
     * @param field  that could not be read.
     * @param buffer that holds the payload.
     * @param offset of the first byte that was not used.
     * @param length of what was not used, in bytes.
     */
    default void onTruncated(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {}

    /**
     * The payload continues after the last field that is known: a newer version wrote it.
     *
     * @param buffer that holds the payload.
     * @param offset of the first byte that was not used.
     * @param length of what was not used, in bytes.
     */
    default void onTrailing(final DirectBuffer buffer, final int offset, final int length) {}
}
