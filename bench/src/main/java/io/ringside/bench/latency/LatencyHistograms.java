package io.ringside.bench.latency;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms between processes and rounds. Stateless. */
final class LatencyHistograms {
    /** Significant digits of a latency. */
    static final int DIGITS = 3;

    private LatencyHistograms() {}

    /** As one word. */
    static String encode(final Histogram histogram) {
        final ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        final int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(buffer.array(), length));
    }

    static Histogram decode(final String word) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(word)), 0);
        } catch (final DataFormatException e) {
            throw new IllegalArgumentException("not a histogram: word=" + word, e);
        }
    }

    /** All of them in one: what a quantile over all events needs, as a mean of quantiles tells nothing. */
    static Histogram merge(final List<Histogram> histograms) {
        final Histogram merged = new Histogram(DIGITS);
        histograms.forEach(merged::add);
        return merged;
    }
}
