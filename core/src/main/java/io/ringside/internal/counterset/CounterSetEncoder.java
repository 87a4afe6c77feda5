package io.ringside.internal.counterset;

import io.ringside.RingsideException;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import java.nio.charset.StandardCharsets;
import org.agrona.ExpandableArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes counter sets; equal sets have equal encodings. Stateless. The format, with little-endian numbers: name,
 * description, id (two i64), code of the kind (i32), number of counters (i32); then for each counter its id, code of
 * the type, id of the base, scale, code of the aggregate, code of the detail, bits of the display, ids of time and
 * frequency (nine i32), name, unit, description. A text is its length in bytes (i32) followed by UTF-8.
 */
public final class CounterSetEncoder {
    /** Id of an absent counter. */
    static final int NULL_ID = -1;

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private int length;

    private CounterSetEncoder() {}

    /**
     * Encodes a counter set.
     *
     * @param set to encode.
     * @return its bytes, at most {@link CounterLimits#ENCODED_LENGTH_MAX}.
     * @throws RingsideException if the encoding exceeds that length.
     */
    public static byte[] encode(final CounterSetSchema set) {
        final CounterSetEncoder encoder = new CounterSetEncoder();
        encoder.putText(set.name());
        encoder.putText(set.description());
        encoder.putLong(set.id().getMostSignificantBits());
        encoder.putLong(set.id().getLeastSignificantBits());
        encoder.putInt(set.kind().code());
        encoder.putInt(set.counters().size());
        set.counters().forEach(encoder::putCounter);
        if (encoder.length > CounterLimits.ENCODED_LENGTH_MAX) {
            throw RingsideException.invalidArgument("counter set is too large: counterSet=" + set.name() + ", length="
                    + encoder.length + ", max=" + CounterLimits.ENCODED_LENGTH_MAX);
        }
        final byte[] bytes = new byte[encoder.length];
        encoder.buffer.getBytes(0, bytes);
        return bytes;
    }

    private void putCounter(final CounterSchema counter) {
        putInt(counter.id());
        putInt(counter.type().code());
        putId(counter.baseId());
        putInt(counter.scale());
        putInt(counter.aggregate().code());
        putInt(counter.detail().code());
        putInt(counter.display().stream().mapToInt(CounterSchema.Display::bit).reduce(0, (some, more) -> some | more));
        putId(counter.timeId());
        putId(counter.frequencyId());
        putText(counter.name());
        putText(counter.unit());
        putText(counter.description());
    }

    private void putId(final @Nullable Integer id) {
        putInt(id == null ? NULL_ID : id);
    }

    private void putText(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        putInt(bytes.length);
        buffer.putBytes(length, bytes);
        length += bytes.length;
    }

    private void putInt(final int value) {
        buffer.putInt(length, value);
        length += Integer.BYTES;
    }

    private void putLong(final long value) {
        buffer.putLong(length, value);
        length += Long.BYTES;
    }
}
