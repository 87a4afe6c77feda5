package io.ringside.reader;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;

import static org.assertj.core.api.Assertions.assertThat;

/** Keeps what it is handed. */
record EdgeEventsLog(List<Object> values) implements EdgeEvents {
    private long add(final Object... more) {
        values.addAll(Arrays.asList(more));
        return 0;
    }

    @Override
    public long wide(final Wide value, final Narrow narrow) {
        return add(value, narrow);
    }

    @Override
    public long nested(final Outer value) {
        final Inner inner = value.inner();
        return add(value.before() + " " + Arrays.toString(inner.bytes()) + ' ' + Arrays.toString(of(inner.buffer()))
                + ' ' + Arrays.toString(of(inner.direct())) + ' ' + inner.text() + ' ' + inner.instant() + ' '
                + inner.wide() + ' ' + Arrays.toString(inner.truths()) + ' ' + Arrays.toString(inner.chars()) + ' '
                + value.behind());
    }

    @Override
    public long bytes(final byte[] value) {
        return add((Object) value.clone());
    }

    @Override
    public long direct(final DirectBuffer value) {
        return add((Object) of(value));
    }

    @Override
    public long buffer(final ByteBuffer value) {
        return add((Object) of(value));
    }

    @Override
    public long longs(final long[] value) {
        return add(value.length);
    }

    @Override
    public long truths(final boolean[] value) {
        return add(value.length);
    }

    @Override
    public long shorts(final short[] value, final char[] chars) {
        return add(value.length, chars.length);
    }

    @Override
    public long floats(final float[] value, final double[] doubles) {
        return add(value.length, doubles.length);
    }

    @Override
    public long ints(final int[] value) {
        return add(value.length);
    }

    @Override
    public long twins(final long[] first, final long[] second) {
        assertThat(first).isNotSameAs(second);
        return add(first.clone(), second.clone());
    }

    @Override
    public void text(final CharSequence value) {
        add(value.toString());
    }

    @Override
    public long string(final String value) {
        return add(value);
    }

    @Override
    public long first(final int value) {
        return add("first " + value);
    }

    @Override
    public long third(final int value, final int more) {
        return add("third " + value + " " + more);
    }

    private static byte[] of(final ByteBuffer buffer) {
        final byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static byte[] of(final DirectBuffer buffer) {
        final byte[] bytes = new byte[buffer.capacity()];
        buffer.getBytes(0, bytes);
        return bytes;
    }
}
