package io.ringside.reader;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;

/** Keeps what it receives, as text or as copies. */
final class TypeEventsLog implements TypeEvents {
    final List<Object> values = new ArrayList<>();

    private long add(final Object... received) {
        values.addAll(Arrays.asList(received));
        return 0;
    }

    @Override
    public void truth(final boolean value) {
        add(value);
    }

    @Override
    public long bytes(final byte value, final byte unsigned) {
        return add(value, unsigned);
    }

    @Override
    public long shorts(final short value, final short unsigned) {
        return add(value, unsigned);
    }

    @Override
    public long character(final char value) {
        return add(value);
    }

    @Override
    public long ints(final int value, final int unsigned) {
        return add(value, unsigned);
    }

    @Override
    public long longs(final long value, final long unsigned) {
        return add(value, unsigned);
    }

    @Override
    public long floats(final float value) {
        return add(Float.floatToRawIntBits(value));
    }

    @Override
    public long doubles(final double value) {
        return add(Double.doubleToRawLongBits(value));
    }

    @Override
    public long constant(final Side value) {
        return add(value);
    }

    @Override
    public long text(final CharSequence value) {
        return add(value.toString());
    }

    @Override
    public long string(final String value, final int behind) {
        return add(value, behind);
    }

    @Override
    public long byteArray(final byte[] value) {
        return add(value.clone());
    }

    @Override
    public long directBuffer(final DirectBuffer value) {
        final byte[] bytes = new byte[value.capacity()];
        value.getBytes(0, bytes);
        return add(bytes);
    }

    @Override
    public long byteBuffer(final ByteBuffer value) {
        final byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        return add(bytes);
    }

    @Override
    public long uuid(final UUID value) {
        return add(value);
    }

    @Override
    public long numberArrays(final short[] shorts, final int[] ints, final long[] longs, final float[] floats,
            final double[] doubles) {
        return add(shorts.clone(), ints.clone(), longs.clone(), floats.clone(), doubles.clone());
    }

    @Override
    public long otherArrays(final boolean[] truths, final char[] chars) {
        return add(truths.clone(), chars.clone());
    }

    @Override
    public long times(final long value, final Instant instant) {
        return add(value, instant);
    }

    @Override
    public long point(final Point value) {
        return add(value);
    }

    @Override
    public long leg(final long price, final Leg value, final int behind) {
        return add(price, value.side(), value.name(), value.at(), value.id(), value.sizes().clone(), value.lots(),
                value.time(), behind);
    }

    @Override
    public long activity(final UUID activity, final int value, final UUID related) {
        return add(activity, value, related);
    }

    @Override
    public void nothing() {
        add("nothing");
    }

    @Override
    public long few(final UUID first, final UUID second, final UUID third, final long fourth, final int fifth,
            final short sixth, final byte seventh) {
        return add(first, second, third, fourth, fifth, sixth, seventh);
    }

    @Override
    public long many(final UUID first, final UUID second, final UUID third, final UUID fourth) {
        return add(first, second, third, fourth);
    }

    @Override
    public long timed(final long timeNs, final int value) {
        return add(timeNs, value);
    }

    @Override
    public long told(final CharSequence text, final long timeNs, final UUID activity) {
        return add(text.toString(), timeNs, activity);
    }

    @Override
    public boolean pointEnabled() {
        return true;
    }
}
