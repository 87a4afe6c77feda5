package io.ringside.internal.schema;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.event.EventDescriptorLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * Reads the parts of an encoded schema from bytes that are not shared, after checking that each part is complete. Not
 * thread-safe.
 */
final class SchemaInput {
    private final byte[] bytes;
    private final UnsafeBuffer buffer;
    private int offset;

    SchemaInput(final byte[] bytes) {
        this.bytes = bytes;
        this.buffer = new UnsafeBuffer(bytes);
    }

    int takeByte() {
        return buffer.getByte(advance(Byte.BYTES)) & 0xFF;
    }

    int takeShort() {
        return buffer.getShort(advance(Short.BYTES), LITTLE_ENDIAN) & 0xFFFF;
    }

    int takeInt() {
        return buffer.getInt(advance(Integer.BYTES), LITTLE_ENDIAN);
    }

    long takeLong() {
        return buffer.getLong(advance(Long.BYTES), LITTLE_ENDIAN);
    }

    EventDescriptor takeDescriptor() {
        return EventDescriptor.decode(buffer, advance(EventDescriptorLayout.LENGTH));
    }

    String takeString() {
        final int length = takeShort();
        final int begin = advance(length);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, begin, length))
                    .toString();
        } catch (final CharacterCodingException e) {
            throw RingsideException
                    .invalidArgument("text in encoded schema is not UTF-8: offset=" + begin + ", length=" + length);
        }
    }

    byte[] takeBytes(final int length) {
        final int begin = advance(length);
        return Arrays.copyOfRange(bytes, begin, begin + length);
    }

    /** Reads all remaining bytes. */
    byte[] takeRest() {
        return takeBytes(remaining());
    }

    /** Checks that the remaining bytes can hold this many parts, before anything is allocated for them. */
    int checkCount(final String what, final int count, final int partLengthMin) {
        if (count < 0 || count > remaining() / partLengthMin) {
            throw RingsideException
                    .invalidArgument("count in encoded schema exceeds its data: of=" + what + ", count=" + count
                            + ", offset=" + offset + ", remaining=" + remaining());
        }
        return count;
    }

    int remaining() {
        return bytes.length - offset;
    }

    int offset() {
        return offset;
    }

    private int advance(final int length) {
        if (length > remaining()) {
            throw RingsideException
                    .invalidArgument("encoded schema ends too early: offset=" + offset + ", needed=" + length
                            + ", remaining=" + remaining());
        }
        final int begin = offset;
        offset += length;
        return begin;
    }
}
