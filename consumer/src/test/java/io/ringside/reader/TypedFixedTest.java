package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.provider.Ringside;
import io.ringside.reader.FixedEvents.Odd;
import io.ringside.reader.FixedEvents.Quad;
import io.ringside.session.Enablement;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Payloads of which much has a constant length: laid out below 256 bytes, filled in on claimed room from there. */
@Tag("jdk25")
@Timeout(60)
class TypedFixedTest {
    private static final String SESSION = "fixed";
    private static final Quad FIRST = quad(1);
    private static final Quad SECOND = quad(-5);
    private static final Quad THIRD = quad(Long.MIN_VALUE);
    private static final Quad FOURTH = quad(1L << 40);
    private static final Odd ODD = new Odd(id(21), id(22), id(23), -24, 25, (short) -26, (byte) 27);
    private static final Quad ZEROS = new Quad(new UUID(0, 0), new UUID(0, 0), new UUID(0, 0), new UUID(0, 0));

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;
    private FixedEventsProvider events;

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        traced.start(SESSION);
        ringside = traced.connect();
        events = FixedEventsProvider.register(ringside);
        traced.enable(SESSION, EnableRequest.of("Example-Fixed", Enablement.of(5, 0, 0)));
    }

    @AfterEach
    void close() {
        ringside.close();
        traced.close();
    }

    @Test
    void shouldRoundTripWhatIsOfConstantLengthAroundTheBound() {
        ok(events.laidOut(FIRST, SECOND, THIRD, ODD));
        ok(events.claimed(FIRST, SECOND, THIRD, FOURTH));
        ok(events.longer(FIRST, SECOND, THIRD, FOURTH, id(30)));
        ok(events.claimed(FIRST, null, THIRD, FOURTH));
        ok(events.laidOut(FIRST, SECOND, null, ODD));
        assertThat(received()).containsExactly(List.of(FIRST, SECOND, THIRD, ODD),
                List.of(FIRST, SECOND, THIRD, FOURTH), List.of(FIRST, SECOND, THIRD, FOURTH, id(30)),
                List.of(FIRST, ZEROS, THIRD, FOURTH), List.of(FIRST, SECOND, ZEROS, ODD));
    }

    @Test
    void shouldPutArraysBehindAPartOfConstantLength() {
        final long[] numbers = LongStream.range(-50, 50).toArray();
        ok(events.numbers(-7, id(31), numbers));
        ok(events.numbers(8, null, null));
        events.silent(FIRST, SECOND, THIRD, FOURTH, numbers);
        events.silent(FIRST, SECOND, THIRD, FOURTH, null);
        assertThat(received()).containsExactly(List.of(-7L, id(31), Arrays.toString(numbers)),
                List.of(8L, new UUID(0, 0), "[]"), List.of(FIRST, SECOND, THIRD, FOURTH, Arrays.toString(numbers)),
                List.of(FIRST, SECOND, THIRD, FOURTH, "[]"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 254, 600, 60_000})
    void shouldPutBytesBehindAPartOfConstantLength(final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        ok(events.tailed(FIRST, SECOND, THIRD, ODD, bytes));
        ok(events.headed(FIRST, SECOND, THIRD, FOURTH, bytes));
        assertThat(received()).containsExactlyInAnyOrder(List.of(FIRST, SECOND, THIRD, ODD, Arrays.toString(bytes)),
                List.of(FIRST, SECOND, THIRD, FOURTH, Arrays.toString(bytes)));
    }

    @Test
    void shouldCarryARelatedActivityBesideWhatIsClaimed() {
        final String text = "long €".repeat(500);
        ok(events.related(FIRST, SECOND, THIRD, FOURTH, id(40)));
        ok(events.related(FIRST, SECOND, THIRD, FOURTH, null));
        ok(events.relatedText(text, id(41)));
        ok(events.relatedText("short", id(42)));
        assertThat(received()).containsExactlyInAnyOrder(List.of(FIRST, SECOND, THIRD, FOURTH, "related " + id(40)),
                List.of(FIRST, SECOND, THIRD, FOURTH, "related null"), List.of(text, "related " + id(41)),
                List.of("short", "related " + id(42)));
    }

    private static Quad quad(final long seed) {
        return new Quad(id(seed), id(seed + 1), id(seed + 2), id(seed + 3));
    }

    private static UUID id(final long seed) {
        return new UUID(seed * 0x123456789L, ~seed);
    }

    private List<List<Object>> received() {
        final Log log = new Log(new ArrayList<>());
        final FixedEventsReceiver receiver = new FixedEventsReceiver(log);
        assertThat(traced.take(SESSION, receiver::receive)).isNotEmpty().doesNotContain(false);
        return log.values();
    }

    private static void ok(final long result) {
        assertThat(WriteResult.written(result)).isOne();
    }

    private record Log(List<List<Object>> values) implements FixedEvents {
        private long add(final Object... event) {
            values.add(List.of(event));
            return 0;
        }

        @Override
        public long laidOut(final Quad first, final Quad second, final Quad third, final Odd fourth) {
            return add(first, second, third, fourth);
        }

        @Override
        public long claimed(final Quad first, final Quad second, final Quad third, final Quad fourth) {
            return add(first, second, third, fourth);
        }

        @Override
        public long longer(final Quad first, final Quad second, final Quad third, final Quad fourth,
                final UUID fifth) {
            return add(first, second, third, fourth, fifth);
        }

        @Override
        public long numbers(final long number, final UUID id, final long[] numbers) {
            return add(number, id, Arrays.toString(numbers));
        }

        @Override
        public long tailed(final Quad first, final Quad second, final Quad third, final Odd fourth,
                final byte[] bytes) {
            return add(first, second, third, fourth, Arrays.toString(bytes));
        }

        @Override
        public long headed(final Quad first, final Quad second, final Quad third, final Quad fourth,
                final byte[] bytes) {
            return add(first, second, third, fourth, Arrays.toString(bytes));
        }

        @Override
        public long related(final Quad first, final Quad second, final Quad third, final Quad fourth,
                final UUID activity) {
            return add(first, second, third, fourth, "related " + activity);
        }

        @Override
        public long relatedText(final CharSequence text, final UUID activity) {
            return add(text.toString(), "related " + activity);
        }

        @Override
        public void silent(final Quad first, final Quad second, final Quad third, final Quad fourth,
                final long[] numbers) {
            add(first, second, third, fourth, Arrays.toString(numbers));
        }
    }
}
