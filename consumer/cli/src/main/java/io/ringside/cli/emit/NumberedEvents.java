package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.schema.ProviderSchema;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceKeyword;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.Unsigned;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * The provider of test events that each thread numbers from 0, followed by as much data as the payload needs. Events
 * with an even and an odd number differ in their keyword. Keywords belong to a declaration, so the one event has two
 * versions: 0 for even numbers, 1 for odd ones. The size of the payload decides which of three interfaces declares
 * them, because byte arrays are stored with a two-byte length.
 */
final class NumberedEvents {
    private static final int MIN_PAYLOAD_BYTES = Long.BYTES;
    private static final int MAX_PAYLOAD_BYTES = 1 << 20;
    private static final int PREFIX_BYTES = Short.BYTES;
    private static final int MAX_THREADS = 4096;

    private final String provider;
    private final long events;
    private final int threads;
    private final int payloadBytes;
    private final double intervalNs;

    /**
     * @param provider     name
     * @param events       of each thread
     * @param threads      number of writing threads
     * @param payloadBytes of each event
     * @param rate         events per second of the whole process, 0 for no limit
     * @throws RingsideException if a number is out of range
     */
    NumberedEvents(final String provider, final long events, final int threads, final long payloadBytes,
            final long rate) {
        check("events", events, 0, Long.MAX_VALUE / MAX_THREADS);
        check("threads", threads, 1, MAX_THREADS);
        check("payload", payloadBytes, MIN_PAYLOAD_BYTES, MAX_PAYLOAD_BYTES);
        check("rate", rate, 0, Long.MAX_VALUE);
        this.provider = provider;
        this.events = events;
        this.threads = threads;
        this.payloadBytes = (int) payloadBytes;
        intervalNs = rate == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / ((double) rate / threads);
    }

    private static void check(final String option, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "option is out of range: option=--" + option
                    + ", value=" + value + ", min=" + min + ", max=" + max + ": see ringside emit --help");
        }
    }

    ProviderSchema schema() {
        final int rest = payloadBytes - Long.BYTES;
        return (rest == 0
                ? NumberedEventsBareProvider.SCHEMA
                : rest < PREFIX_BYTES ? NumberedEventsOneByteProvider.SCHEMA : NumberedEventsFilledProvider.SCHEMA)
                .named(provider);
    }

    /** Returns the number of events of all threads. */
    long total() {
        return events * threads;
    }

    Workload register(final Ringside ringside) {
        final int rest = payloadBytes - Long.BYTES;
        if (rest == 0) {
            final NumberedEventsBareProvider bare = NumberedEventsBareProvider.registerAs(provider, ringside);
            return workload(bare.registration(), bare::even, bare::odd);
        }
        if (rest < PREFIX_BYTES) {
            final NumberedEventsOneByteProvider one = NumberedEventsOneByteProvider.registerAs(provider, ringside);
            final byte data = Long.BYTES;
            return workload(one.registration(), sequence -> one.even(sequence, data),
                    sequence -> one.odd(sequence, data));
        }
        final NumberedEventsFilledProvider filled = NumberedEventsFilledProvider.registerAs(provider, ringside);
        final byte[] data = data(rest - PREFIX_BYTES);
        return workload(filled.registration(), sequence -> filled.even(sequence, data),
                sequence -> filled.odd(sequence, data));
    }

    private Workload workload(final ProviderRegistration registration, final LongUnaryOperator even,
            final LongUnaryOperator odd) {
        return new Workload(registration,
                () -> IntStream.range(0, threads).<Workload.Flow>mapToObj(thread -> new Numbers(even, odd)).toList());
    }

    /** Returns test data in which each byte is its own offset in the payload. */
    static byte[] data(final int length) {
        final byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (Long.BYTES + PREFIX_BYTES + i);
        }
        return data;
    }

    private final class Numbers implements Workload.Flow {
        private final LongUnaryOperator even;
        private final LongUnaryOperator odd;
        private long sequence = -1;

        Numbers(final LongUnaryOperator even, final LongUnaryOperator odd) {
            this.even = even;
            this.odd = odd;
        }

        @Override
        public long next() {
            sequence++;
            return sequence < events ? (long) (sequence * intervalNs) : END;
        }

        @Override
        public long write() {
            return ((sequence & 1) == 0 ? even : odd).applyAsLong(sequence);
        }
    }

    /** Numbered events to test with. */
    @TraceProvider("Numbers")
    @TraceKeyword(name = "even", mask = 0x1)
    @TraceKeyword(name = "odd", mask = 0x2)
    interface Filled {
        @TraceEvent(id = 1, version = 0, name = "numbered", keywords = "even")
        long even(@Unsigned long sequence, byte[] data);

        @TraceEvent(id = 1, version = 1, name = "numbered", keywords = "odd")
        long odd(@Unsigned long sequence, byte[] data);
    }

    /** Numbered events to test with. */
    @TraceProvider("Numbers-Bare")
    @TraceKeyword(name = "even", mask = 0x1)
    @TraceKeyword(name = "odd", mask = 0x2)
    interface Bare {
        @TraceEvent(id = 1, version = 0, name = "numbered", keywords = "even")
        long even(@Unsigned long sequence);

        @TraceEvent(id = 1, version = 1, name = "numbered", keywords = "odd")
        long odd(@Unsigned long sequence);
    }

    /** Numbered events to test with. */
    @TraceProvider("Numbers-Byte")
    @TraceKeyword(name = "even", mask = 0x1)
    @TraceKeyword(name = "odd", mask = 0x2)
    interface OneByte {
        @TraceEvent(id = 1, version = 0, name = "numbered", keywords = "even")
        long even(@Unsigned long sequence, @Unsigned byte data);

        @TraceEvent(id = 1, version = 1, name = "numbered", keywords = "odd")
        long odd(@Unsigned long sequence, @Unsigned byte data);
    }
}
