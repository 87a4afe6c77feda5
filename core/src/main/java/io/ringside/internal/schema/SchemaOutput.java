package io.ringside.internal.schema;

import io.ringside.event.EventDescriptor;
import io.ringside.internal.event.EventDescriptorLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Buffer that grows, to which the parts of an encoded schema are appended. Not thread-safe.
 * <p>
 * Not an Agrona buffer, since providers also declare schemas in a JVM without the flag that Agrona needs.
 */
public final class SchemaOutput {
    private static final int INITIAL_CAPACITY = 4 * 1024;

    private ByteBuffer buffer = ByteBuffer.allocate(INITIAL_CAPACITY).order(ByteOrder.LITTLE_ENDIAN);

    public void putByte(final int value) {
        roomFor(Byte.BYTES).put((byte) value);
    }

    public void putShort(final int value) {
        roomFor(Short.BYTES).putShort((short) value);
    }

    void putInt(final int value) {
        roomFor(Integer.BYTES).putInt(value);
    }

    public void putLong(final long value) {
        roomFor(Long.BYTES).putLong(value);
    }

    /** Appends a descriptor, with the fields in the order of {@link EventDescriptorLayout}. */
    void putDescriptor(final EventDescriptor descriptor) {
        roomFor(EventDescriptorLayout.LENGTH)
                .putShort((short) descriptor.id())
                .put((byte) descriptor.version())
                .put((byte) descriptor.channel())
                .put((byte) descriptor.level())
                .put((byte) descriptor.opcode())
                .putShort((short) descriptor.task())
                .putLong(descriptor.keyword());
    }

    public void putString(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        putShort(bytes.length);
        putBytes(bytes);
    }

    public void putBytes(final byte[] bytes) {
        roomFor(bytes.length).put(bytes);
    }

    /** Sets a number that was not yet known when its place was reserved. */
    void setInt(final int offset, final int value) {
        buffer.putInt(offset, value);
    }

    int length() {
        return buffer.position();
    }

    public byte[] toBytes() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private ByteBuffer roomFor(final int length) {
        if (buffer.remaining() < length) {
            final int capacity = Math.max(buffer.capacity() * 2, buffer.position() + length);
            buffer = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN).put(buffer.flip());
        }
        return buffer;
    }
}
