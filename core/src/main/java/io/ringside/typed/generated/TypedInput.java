package io.ringside.typed.generated;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ValueMap;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * Reads the values of a payload one after the other, for generated receivers. Throws nothing and never reads outside
 * the payload: a missing value is zero or empty, and {@link #isTruncated} reports it. Not thread-safe; reused for
 * successive payloads.
 */
public final class TypedInput {
    private static final int NO_LENGTH = -1;

    private final ArrayRoom arrayRoom = new ArrayRoom();
    private DirectBuffer buffer = FieldValues.buffer();
    private int offset;
    private int limit;
    private boolean truncated;

    /** Creates an input without a payload. */
    public TypedInput() {
        // The fields have initial values.
    }

    /**
     * Begins a payload.
     *
     * @param payload buffer that holds it, which must not change meanwhile.
     * @param begin   offset of its first byte.
     * @param length  in bytes; bytes outside of the buffer count as missing.
     * @return this.
     */
    public TypedInput wrap(final DirectBuffer payload, final int begin, final int length) {
        buffer = payload;
        offset = Math.min(Math.max(begin, 0), payload.capacity());
        limit = begin < 0 ? offset : (int) Math.min((long) offset + Math.max(length, 0), payload.capacity());
        truncated = false;
        return this;
    }

    /**
     * Creates the store for the arrays of a field, within the memory limit of this input.
     *
     * @param <A>          type of the arrays.
     * @param maker        creates an array of a length.
     * @param elementBytes length of each element in bytes.
     * @return a store without arrays.
     */
    public <A> ArrayCache<A> arrays(final IntFunction<A> maker, final int elementBytes) {
        return new ArrayCache<>(maker, elementBytes, arrayRoom);
    }

    /** {@return true if a value was missing} */
    public boolean isTruncated() {
        return truncated;
    }

    /** {@return the next 8-bit number; 0 if it is missing} */
    public byte takeByte() {
        return has(Byte.BYTES) ? buffer.getByte(advance(Byte.BYTES)) : 0;
    }

    /** {@return the next 8-bit number as unsigned; 0 if it is missing} */
    public int takeUnsignedByte() {
        return Byte.toUnsignedInt(takeByte());
    }

    /** {@return the next 16-bit number as unsigned; 0 if it is missing} */
    public int takeUnsignedShort() {
        return Short.toUnsignedInt(takeShort());
    }

    /** {@return the next boolean; false if it is missing} */
    public boolean takeBoolean() {
        return has(Byte.BYTES) ? buffer.getByte(advance(Byte.BYTES)) != 0 : false;
    }

    /** {@return the next 16-bit number; 0 if it is missing} */
    public short takeShort() {
        return has(Short.BYTES) ? buffer.getShort(advance(Short.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 16-bit character; 0 if it is missing} */
    public char takeChar() {
        return has(Character.BYTES) ? buffer.getChar(advance(Character.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 32-bit number; 0 if it is missing} */
    public int takeInt() {
        return has(Integer.BYTES) ? buffer.getInt(advance(Integer.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 64-bit number; 0 if it is missing} */
    public long takeLong() {
        return has(Long.BYTES) ? buffer.getLong(advance(Long.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 32-bit floating point number; 0 if it is missing} */
    public float takeFloat() {
        return has(Float.BYTES) ? buffer.getFloat(advance(Float.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 64-bit floating point number; 0 if it is missing} */
    public double takeDouble() {
        return has(Double.BYTES) ? buffer.getDouble(advance(Double.BYTES), LITTLE_ENDIAN) : 0;
    }

    /**
     * Takes a UUID. Allocates.
     *
     * @return the next UUID; zeros if it is missing.
     */
    public UUID takeUuid() {
        final boolean complete = has(2 * Long.BYTES);
        return new UUID(complete ? takeLong() : 0, complete ? takeLong() : 0);
    }

    /**
     * Takes a text.
     *
     * @param into receives it.
     * @return the same object; empty if the text is missing.
     */
    public Text takeText(final Text into) {
        final int length = takeLength();
        return length == NO_LENGTH ? into.clear() : into.decode(buffer, advance(length), length);
    }

    /**
     * Takes bytes without copying them.
     *
     * @param into buffer that is wrapped around them.
     * @return the same object; empty if they are missing.
     */
    public UnsafeBuffer takeBuffer(final UnsafeBuffer into) {
        final int length = takeLength();
        if (length == NO_LENGTH) {
            into.wrap(FieldValues.buffer());
        } else {
            into.wrap(buffer, advance(length), length);
        }
        return into;
    }

    /**
     * Takes bytes.
     *
     * @param last receives them, from 0 to its limit, if it is large enough.
     * @return the same object, or a new one; empty if they are missing.
     */
    public ByteBuffer takeByteBuffer(final ByteBuffer last) {
        final int length = Math.max(takeLength(), 0);
        final ByteBuffer into = last.isReadOnly() || last.capacity() < length
                ? ByteBuffer.allocate(Math.max(length, 2 * last.capacity()))
                : last;
        into.clear();
        if (length > 0) {
            buffer.getBytes(advance(length), into, length);
        }
        return into.flip();
    }

    /**
     * Takes bytes.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if they are missing.
     */
    public byte[] takeBytes(final ArrayCache<byte[]> known) {
        final int length = Math.max(takeLength(), 0);
        final byte[] into = known.ofLength(length);
        buffer.getBytes(advance(length), into);
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public boolean[] takeBooleans(final ArrayCache<boolean[]> known) {
        final int count = takeCount(Byte.BYTES);
        final boolean[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getByte(advance(Byte.BYTES)) != 0;
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public short[] takeShorts(final ArrayCache<short[]> known) {
        final int count = takeCount(Short.BYTES);
        final short[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getShort(advance(Short.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public char[] takeChars(final ArrayCache<char[]> known) {
        final int count = takeCount(Character.BYTES);
        final char[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getChar(advance(Character.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public int[] takeInts(final ArrayCache<int[]> known) {
        final int count = takeCount(Integer.BYTES);
        final int[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getInt(advance(Integer.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public long[] takeLongs(final ArrayCache<long[]> known) {
        final int count = takeCount(Long.BYTES);
        final long[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getLong(advance(Long.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public float[] takeFloats(final ArrayCache<float[]> known) {
        final int count = takeCount(Float.BYTES);
        final float[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getFloat(advance(Float.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public double[] takeDoubles(final ArrayCache<double[]> known) {
        final int count = takeCount(Double.BYTES);
        final double[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getDouble(advance(Double.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /** Reads the length of the bytes that follow; {@link #NO_LENGTH} if they are not complete. */
    private int takeLength() {
        final int length = takeUnsignedShort();
        return !truncated && has(length) ? length : NO_LENGTH;
    }

    /** Reads the number of elements that follow; 0 if they are not complete. */
    private int takeCount(final int elementBytes) {
        final int count = takeUnsignedShort();
        return !truncated && has(count * elementBytes) ? count : 0;
    }

    private boolean has(final int length) {
        if (truncated || length > limit - offset) {
            truncated = true;
            return false;
        }
        return true;
    }

    private int advance(final int length) {
        final int at = offset;
        offset = at + length;
        return at;
    }

    /**
     * A text that was received, decoded from UTF-8 into memory that is used again and grows with the longest text.
     * Bytes that are not UTF-8 become U+FFFD, byte by byte. It changes with the next text; {@link #toString} makes a
     * copy that stays. For one thread.
     */
    public static final class Text implements CharSequence {
        private static final char REPLACEMENT = '\uFFFD';
        private static final int INITIAL_CHARS = 64;
        private static final int CONTINUATION_BITS = 6;
        private static final int CONTINUATION_MASK = 0x3F;

        private char[] chars = new char[INITIAL_CHARS];
        private int length;

        /** Creates an empty text. */
        public Text() {
            // The fields have initial values.
        }

        /**
         * Sets it to the empty text.
         *
         * @return this.
         */
        public Text clear() {
            length = 0;
            return this;
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public char charAt(final int index) {
            if (index < 0 || index >= length) {
                throw new StringIndexOutOfBoundsException("index out of range: index=" + index + ", length=" + length);
            }
            return chars[index];
        }

        @Override
        public CharSequence subSequence(final int start, final int end) {
            return toString().subSequence(start, end);
        }

        @Override
        public String toString() {
            return new String(chars, 0, length);
        }

        /** Decodes bytes. There are never more characters than bytes. */
        Text decode(final DirectBuffer buffer, final int offset, final int bytes) {
            if (chars.length < bytes) {
                chars = Arrays.copyOf(chars, Math.max(bytes, 2 * chars.length));
            }
            final char[] decoded = chars;
            final int end = offset + bytes;
            int count = 0;
            int i = offset;
            while (i < end) {
                final byte lead = buffer.getByte(i);
                if (lead >= 0) {
                    decoded[count++] = (char) lead;
                    i++;
                    continue;
                }
                final int needed = lengthOf(lead);
                final int codePoint = needed == 0 || needed > end - i ? -1 : codePoint(buffer, i, lead, needed);
                if (codePoint < 0) {
                    decoded[count++] = REPLACEMENT;
                    i++;
                } else {
                    count += Character.toChars(codePoint, decoded, count);
                    i += needed;
                }
            }
            length = count;
            return this;
        }

        private static int lengthOf(final byte lead) {
            final int ones = Integer.numberOfLeadingZeros(~(lead << 24));
            return ones < 2 || ones > 4 ? 0 : ones;
        }

        /**
         * Returns -1 if malformed: a missing continuation, an overlong form, a surrogate, or too large a code point.
         */
        private static int codePoint(final DirectBuffer buffer, final int index, final byte lead, final int length) {
            int codePoint = lead & (0x7F >> length);
            for (int i = 1; i < length; i++) {
                final int next = buffer.getByte(index + i);
                if ((next & 0xC0) != 0x80) {
                    return -1;
                }
                codePoint = (codePoint << CONTINUATION_BITS) | (next & CONTINUATION_MASK);
            }
            final int least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
            final boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
            return codePoint < least || codePoint > Character.MAX_CODE_POINT || surrogate ? -1 : codePoint;
        }
    }

    /** Text that is received as the number of a dictionary entry, for generated receivers. Not thread-safe. */
    public static final class Name {
        /** Number of the empty text. */
        private static final int EMPTY = 0;

        private final String table;
        private @Nullable EventSchema schema;
        private @Nullable ValueMap names;

        /**
         * Creates a text of a dictionary.
         *
         * @param table name of the dictionary.
         */
        public Name(final String table) {
            this.table = table;
        }

        /**
         * Returns the text of a number. Allocates nothing if it is known.
         *
         * @param event  schema of the event with the number; null if it is unknown.
         * @param number of the text.
         * @return the text published for the number; the number itself if there is none.
         */
        @SuppressWarnings("ReferenceEquality")
        public String of(final @Nullable EventSchema event, final int number) {
            if (number == EMPTY) {
                return "";
            }
            if (event != schema) {
                // Schemas are compared by identity, since a reader passes the same object with each event.
                schema = event;
                names = event == null ? null : find(event.fields());
            }
            final String name = names == null ? null : names.symbolOf(number);
            return name == null ? Integer.toString(number) : name;
        }

        private @Nullable ValueMap find(final List<FieldSchema> fields) {
            for (final FieldSchema field : fields) {
                final ValueMap values = field.values();
                final ValueMap found = values != null && values.isPublished() && values.name().equals(table)
                        ? values
                        : find(field.members());
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
    }

    /**
     * The arrays into which the values of one field are received: one of each length that was seen, while there is
     * room. A length allocates when it is seen first, and not again; one for which there is no room allocates each
     * time, unless it is that of the value before. For one thread.
     *
     * @param <A> type of the arrays
     */
    public static final class ArrayCache<A> {
        /** Approximate number of bytes of an array besides its elements, and of its entry here. */
        private static final int OVERHEAD_BYTES = 48;
        private static final int INITIAL_CAPACITY = 8;
        /** Spreads lengths, including multiples of a number, over a table whose size is a power of two. */
        private static final int SPREAD = 0x9E3779B1;

        private final IntFunction<A> maker;
        private final int elementBytes;
        private final ArrayRoom room;
        /** Array of the previous value, if any. */
        private A last;
        private int lastLength = -1;
        /** Hash table with open addressing: a slot without an array is free, and at least half of them are. */
        private @Nullable Object[] arrays = new @Nullable Object[INITIAL_CAPACITY];
        private int[] lengths = new int[INITIAL_CAPACITY];
        private int count;

        ArrayCache(final IntFunction<A> maker, final int elementBytes, final ArrayRoom room) {
            this.maker = maker;
            this.elementBytes = elementBytes;
            this.room = room;
            this.last = maker.apply(0);
        }

        /** Returns an array of a length, with arbitrary contents. */
        A ofLength(final int length) {
            return length == lastLength ? last : another(length);
        }

        private A another(final int length) {
            final int place = place(lengths, arrays, length);
            @SuppressWarnings("unchecked") // The table contains only arrays from the maker.
            final A known = (A) arrays[place];
            final A array = known == null ? maker.apply(length) : known;
            if (known == null && room.take(OVERHEAD_BYTES + (long) length * elementBytes)) {
                keep(place, length, array);
            }
            last = array;
            lastLength = length;
            return array;
        }

        private void keep(final int place, final int length, final Object array) {
            arrays[place] = array;
            lengths[place] = length;
            count++;
            if (count > arrays.length / 2) {
                grow();
            }
        }

        private void grow() {
            final @Nullable Object[] newArrays = new @Nullable Object[2 * arrays.length];
            final int[] newLengths = new int[newArrays.length];
            for (int i = 0; i < arrays.length; i++) {
                if (arrays[i] != null) {
                    final int place = place(newLengths, newArrays, lengths[i]);
                    newArrays[place] = arrays[i];
                    newLengths[place] = lengths[i];
                }
            }
            arrays = newArrays;
            lengths = newLengths;
        }

        /** Returns the slot of the array of a length, or the free slot for it. */
        private static int place(final int[] lengths, final @Nullable Object[] arrays, final int length) {
            final int mask = arrays.length - 1;
            int place = ((length * SPREAD) >>> Short.SIZE) & mask;
            while (arrays[place] != null && lengths[place] != length) {
                place = (place + 1) & mask;
            }
            return place;
        }
    }
}
