package io.ringside.internal.counterset;

import io.ringside.RingsideException;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes counter sets. The bytes are copied once, every length and count is checked before use, and only output of
 * {@link CounterSetEncoder} is accepted. All faults are reported as {@link RingsideException}. Stateless.
 */
public final class CounterSetDecoder {
    private static final CounterSetSchema.Kind[] KINDS = CounterSetSchema.Kind.values();
    private static final CounterSchema.Aggregate[] AGGREGATES = CounterSchema.Aggregate.values();

    private final ByteBuffer input;

    private CounterSetDecoder(final byte[] bytes) {
        this.input = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Decodes a counter set.
     *
     * @param buffer that holds it; others may change it meanwhile.
     * @param offset of its first byte.
     * @param length exact length of the set in bytes, at most {@link CounterLimits#ENCODED_LENGTH_MAX}.
     * @return the set.
     * @throws RingsideException if these bytes are not an encoded set.
     */
    public static CounterSetSchema decode(final DirectBuffer buffer, final int offset, final int length) {
        if (length < 0 || length > CounterLimits.ENCODED_LENGTH_MAX || offset < 0
                || offset > buffer.capacity() - length) {
            throw RingsideException
                    .invalidArgument("length of encoded counter set out of range: offset=" + offset + ", length="
                            + length + ", capacity=" + buffer.capacity() + ", max=" + CounterLimits.ENCODED_LENGTH_MAX);
        }
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        final CounterSetSchema set = new CounterSetDecoder(bytes).takeSet();
        if (!Arrays.equals(bytes, CounterSetEncoder.encode(set))) {
            throw RingsideException.invalidArgument("encoded counter set is not in canonical form: counterSet="
                    + set.name() + ", length=" + length);
        }
        return set;
    }

    private CounterSetSchema takeSet() {
        final String name = takeText();
        final String description = takeText();
        final UUID id = new UUID(takeLong(), takeLong());
        final CounterSetSchema.Kind kind = known("kind", takeInt(), KINDS);
        final int count = takeInt();
        final List<CounterSchema> counters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            counters.add(takeCounter());
        }
        return CounterSetSchema.of(name, kind, counters).withId(id).withDescription(description);
    }

    private CounterSchema takeCounter() {
        final int id = takeInt();
        final int code = takeInt();
        final int base = takeInt();
        final int scale = takeInt();
        final CounterSchema.Aggregate aggregate = known("aggregate", takeInt(), AGGREGATES);
        final int detailCode = takeInt();
        final int display = takeInt();
        final int time = takeInt();
        final int frequency = takeInt();
        final CounterType type = required("type", code, CounterType.ofCode(code));
        CounterSchema counter = CounterSchema.of(id, takeText(), type).withScale(scale).withAggregate(aggregate)
                .withDetail(required("detail", detailCode, CounterSchema.Detail.ofCode(detailCode)))
                .withDisplay(displays(display))
                .withUnit(takeText()).withDescription(takeText());
        counter = base == CounterSetEncoder.NULL_ID ? counter : counter.withBase(base);
        counter = time == CounterSetEncoder.NULL_ID ? counter : counter.withTime(time);
        return frequency == CounterSetEncoder.NULL_ID ? counter : counter.withFrequency(frequency);
    }

    /** Returns the display options of a bit mask; ignores unknown bits. */
    private static CounterSchema.Display[] displays(final int bits) {
        return Arrays.stream(CounterSchema.Display.values()).filter(display -> (bits & display.bit()) != 0)
                .toArray(CounterSchema.Display[]::new);
    }

    private static <T> T required(final String what, final int code, final @Nullable T value) {
        if (value == null) {
            throw RingsideException
                    .invalidArgument(what + " of a counter is not known: code=0x" + Integer.toHexString(code));
        }
        return value;
    }

    private String takeText() {
        final int length = takeInt();
        require(length);
        final String text = new String(input.array(), input.position(), length, StandardCharsets.UTF_8);
        input.position(input.position() + length);
        return text;
    }

    private int takeInt() {
        require(Integer.BYTES);
        return input.getInt();
    }

    private long takeLong() {
        require(Long.BYTES);
        return input.getLong();
    }

    private void require(final int length) {
        if (length < 0 || length > input.remaining()) {
            throw RingsideException
                    .invalidArgument("encoded counter set ends too early: offset=" + input.position() + ", needed="
                            + length + ", remaining=" + input.remaining());
        }
    }

    private static <T> T known(final String what, final int code, final T[] values) {
        if (code < 0 || code >= values.length) {
            throw RingsideException.invalidArgument(what + " of a counter set is not known: code=" + code);
        }
        return values[code];
    }
}
