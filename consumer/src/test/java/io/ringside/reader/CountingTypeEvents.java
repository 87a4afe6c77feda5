package io.ringside.reader;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import org.agrona.DirectBuffer;

/** Looks at what it receives and keeps nothing of it. */
final class CountingTypeEvents implements TypeEvents {
    /** Numbers, lengths and truths, one over the other. */
    private long seen;

    @Override
    public void truth(final boolean value) {
        seen ^= (value ? 1 : 0);
    }

    @Override
    public long bytes(final byte value, final byte unsigned) {
        seen ^= value ^ unsigned;
        return seen;
    }

    @Override
    public long shorts(final short value, final short unsigned) {
        seen ^= value ^ unsigned;
        return seen;
    }

    @Override
    public long character(final char value) {
        seen ^= value;
        return seen;
    }

    @Override
    public long ints(final int value, final int unsigned) {
        seen ^= value ^ unsigned;
        return seen;
    }

    @Override
    public long longs(final long value, final long unsigned) {
        seen ^= value ^ unsigned;
        return seen;
    }

    @Override
    public long floats(final float value) {
        seen ^= (long) value;
        return seen;
    }

    @Override
    public long doubles(final double value) {
        seen ^= (long) value;
        return seen;
    }

    @Override
    public long constant(final Side value) {
        seen ^= (value == Side.BUY ? 1 : 0);
        return seen;
    }

    @Override
    public long text(final CharSequence value) {
        seen ^= value.charAt(value.length() - 1);
        return seen;
    }

    @Override
    public long string(final String value, final int behind) {
        seen ^= value.length() ^ behind;
        return seen;
    }

    @Override
    public long byteArray(final byte[] value) {
        seen ^= value.length;
        return seen;
    }

    @Override
    public long directBuffer(final DirectBuffer value) {
        seen ^= value.getByte(value.capacity() - 1);
        return seen;
    }

    @Override
    public long byteBuffer(final ByteBuffer value) {
        seen ^= value.get(value.limit() - 1);
        return seen;
    }

    @Override
    public long uuid(final UUID value) {
        seen ^= value.hashCode();
        return seen;
    }

    @Override
    public long numberArrays(final short[] shorts, final int[] ints, final long[] longs, final float[] floats,
            final double[] doubles) {
        seen ^= shorts.length ^ ints.length ^ longs.length ^ floats.length ^ doubles.length;
        return seen;
    }

    @Override
    public long otherArrays(final boolean[] truths, final char[] chars) {
        seen ^= truths.length ^ chars.length;
        return seen;
    }

    @Override
    public long times(final long value, final Instant instant) {
        seen ^= value ^ (instant.isAfter(Instant.EPOCH) ? 1 : 0);
        return seen;
    }

    @Override
    public long point(final Point value) {
        seen ^= value.x();
        return seen;
    }

    @Override
    public long leg(final long price, final Leg value, final int behind) {
        seen ^= price ^ value.lots() ^ behind;
        return seen;
    }

    @Override
    public long activity(final UUID activity, final int value, final UUID related) {
        seen ^= activity.hashCode() ^ value ^ related.hashCode();
        return seen;
    }

    @Override
    public void nothing() {
        seen ^= 1;
    }

    @Override
    public long few(final UUID first, final UUID second, final UUID third, final long fourth, final int fifth,
            final short sixth, final byte seventh) {
        seen ^= first.hashCode() ^ second.hashCode() ^ third.hashCode() ^ fourth ^ fifth ^ sixth ^ seventh;
        return seen;
    }

    @Override
    public long many(final UUID first, final UUID second, final UUID third, final UUID fourth) {
        return few(first, second, third, fourth.getMostSignificantBits(), 0, (short) 0, (byte) 0);
    }

    @Override
    public long timed(final long timeNs, final int value) {
        seen ^= timeNs ^ value;
        return seen;
    }

    @Override
    public long told(final CharSequence text, final long timeNs, final UUID activity) {
        seen ^= text.length() ^ timeNs ^ activity.hashCode();
        return seen;
    }

    @Override
    public boolean pointEnabled() {
        return true;
    }
}
