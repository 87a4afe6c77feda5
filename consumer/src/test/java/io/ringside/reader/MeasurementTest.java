package io.ringside.reader;

import io.ringside.SeededRandom;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.measure.MeasureContext;
import io.ringside.measure.Measurement;
import io.ringside.recording.Recorder;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is measured of a recording of two processes with losses is what the numbers themselves say. */
class MeasurementTest {
    private static final int LANES = 3;
    private static final int EVENTS = 4_000;
    private static final int LOST = 7;
    private static final int ALL = Integer.MAX_VALUE;
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Example-Orders")
            .event("Opened", EventDescriptor.of(7, 4, 0x1), FieldSchema.of("order", FieldType.INT64))
            .event("Named", EventDescriptor.of(8, 4, 0x1), FieldSchema.of("order", FieldType.STRING).sized(8))
            .event("Priced", EventDescriptor.of(9, 4, 0x1), FieldSchema.of("price", FieldType.DOUBLE))
            .event("Sized", EventDescriptor.of(10, 4, 0x1), FieldSchema.of("size", FieldType.UINT64)
                    .withValues(ValueMap.of("Size", Map.of(1L, "ONE", -1L, "ALL"))))
            .event("Weighed", EventDescriptor.of(11, 4, 0x1), FieldSchema.of("size", FieldType.UINT64))
            .event("PaidWhole", EventDescriptor.of(12, 4, 0x1), FieldSchema.of("paid", FieldType.INT64))
            .event("PaidCents", EventDescriptor.of(13, 4, 0x1), FieldSchema.of("paid", FieldType.INT64).withScale(2))
            .event("PaidUnits", EventDescriptor.of(14, 4, 0x1), FieldSchema.of("paid", FieldType.INT64).withScale(18))
            .build();

    @TempDir
    Path root;

    private final Random random = SeededRandom.create(MeasurementTest.class);
    private final List<Long> orders = new ArrayList<>();
    private final List<Double> prices = new ArrayList<>();
    private RecordingFixture fixture;
    private HandMadeProvider first;
    private HandMadeProvider second;

    @BeforeEach
    void open() {
        fixture = new RecordingFixture(root);
        first = fixture.session.provider();
        second = fixture.session.provider();
        assertThat(first.register(SCHEMA)).isZero();
        assertThat(second.register(SCHEMA)).isZero();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldMeasureExactlyWhatWasWrittenWhateverItsSignAndSize() {
        record();
        final List<Long> sorted = orders.stream().sorted().toList();
        final BigInteger sum = orders.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);

        final Measurement.Group figures = only(measured(new MeasureContext().of("order"), false));

        assertThat(figures.count()).isEqualTo(orders.size());
        assertThat(new BigInteger(String.valueOf(figures.sum()))).isEqualTo(sum);
        assertThat(figures.mean()).isEqualTo(sum.doubleValue() / orders.size(), Offset.offset(1e-3));
        assertThat(figures.least()).isEqualTo(sorted.get(0));
        assertThat(figures.greatest()).isEqualTo(sorted.get(sorted.size() - 1));
        assertThat(figures.lost()).isEqualTo(LOST);
        assertPercentiles(figures, sorted.stream().map(Long::doubleValue).toList());
    }

    @Test
    void shouldSumPastALong() {
        for (int i = 0; i < 5; i++) {
            write(first, 0, Long.MAX_VALUE);
            write(second, 1, Long.MIN_VALUE);
            write(second, 1, Long.MAX_VALUE);
        }
        end();

        assertThat(only(measured(new MeasureContext().of("order"), true)).sum())
                .isEqualTo(BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.valueOf(5)).subtract(
                        BigInteger.valueOf(5)));
    }

    @Test
    void shouldMeasureFloatingPointNumbers() {
        for (int i = 0; i < EVENTS; i++) {
            final double price = random.nextGaussian() * Math.pow(10, random.nextInt(12) - 6);
            prices.add(price);
            first.write(i % LANES, FrameDescriptor.reference(0, 2), Double.doubleToRawLongBits(price), Long.BYTES);
        }
        end();
        final List<Double> sorted = prices.stream().sorted().toList();

        final Measurement.Group figures = only(measured(new MeasureContext().of("price"), true));

        assertThat(figures.least()).isEqualTo(sorted.get(0));
        assertThat(figures.greatest()).isEqualTo(sorted.get(sorted.size() - 1));
        assertThat(Objects.requireNonNull(figures.sum()).doubleValue())
                .isEqualTo(prices.stream().map(BigDecimal::new)
                        .reduce(BigDecimal.ZERO, BigDecimal::add).doubleValue(),
                        Offset.offset(1e-6));
        assertPercentiles(figures, sorted);
    }

    @Test
    void shouldMeasureDecimalsOfOneScaleExactly() {
        final List<BigDecimal> paid = pay(2, 2);

        for (final boolean isShared : new boolean[]{false, true}) {
            final Measurement.Group figures = only(measured(new MeasureContext().of("paid"), isShared));
            assertExact(figures, paid, 2);
            assertThat(only(measured(new MeasureContext().of("paid * paid - paid + 0.5").by(List.of("event")),
                    isShared)).sum()).isEqualTo(paid.stream()
                            .map(one -> one.multiply(one).subtract(one).add(new BigDecimal("0.5000")))
                            .filter(one -> one.unscaledValue().bitLength() < Long.SIZE)
                            .reduce(BigDecimal.ZERO, BigDecimal::add));
        }
    }

    @Test
    void shouldMeasureDecimalsWhoseScaleChangesExactly() {
        final List<BigDecimal> paid = pay(0, 2, 18);

        for (final boolean isShared : new boolean[]{false, true}) {
            assertExact(only(measured(new MeasureContext().of("paid"), isShared)), paid, 18);
        }
    }

    @Test
    void shouldGroupEqualDecimalsOfAllScales() {
        final List<BigDecimal> paid = pay(0, 2, 18);
        final Map<BigDecimal, Long> counts = paid.stream()
                .collect(Collectors.groupingBy(BigDecimal::stripTrailingZeros, Collectors.counting()));

        final List<Measurement.Group> groups = groups(measured(new MeasureContext().by(List.of("paid")), true));

        assertThat(groups).hasSameSizeAs(counts.keySet()).allSatisfy(group -> assertThat(group.count())
                .isEqualTo(counts.get(new BigDecimal(String.valueOf(group.key().get(0))).stripTrailingZeros())));
    }

    private static void assertExact(final Measurement.Group figures, final List<BigDecimal> paid, final int scale) {
        final List<BigDecimal> sorted = paid.stream().sorted().toList();
        assertThat(figures.count()).isEqualTo(paid.size());
        assertThat(figures.sum()).isEqualTo(paid.stream().reduce(BigDecimal.ZERO, BigDecimal::add).setScale(scale));
        assertThat((BigDecimal) figures.least()).isEqualByComparingTo(sorted.get(0));
        assertThat((BigDecimal) figures.greatest()).isEqualByComparingTo(sorted.get(sorted.size() - 1));
        assertThat(figures.percentiles()).allSatisfy(one -> assertThat(one).isInstanceOf(BigDecimal.class));
        assertPercentiles(figures, sorted.stream().map(BigDecimal::doubleValue).toList());
    }

    /** Decimals of some scales, of all sizes, with many equal ones. */
    private List<BigDecimal> pay(final int... scales) {
        final List<BigDecimal> paid = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            final int scale = scales[random.nextInt(scales.length)];
            final BigDecimal one = random.nextInt(4) == 0
                    ? BigDecimal.valueOf(random.nextInt(9) - 4).setScale(scale)
                    : BigDecimal.valueOf(random.nextLong() >> random.nextInt(Long.SIZE), scale);
            paid.add(one);
            assertThat((random.nextBoolean() ? first : second).write(random.nextInt(LANES),
                    FrameDescriptor.reference(0, scale == 0 ? 5 : scale == 2 ? 6 : 7),
                    one.unscaledValue().longValueExact(), Long.BYTES)).isTrue();
        }
        end();
        return paid;
    }

    @Test
    void shouldMeasureTheSameOnOneThreadAndOnSeveral() {
        record();
        for (final MeasureContext settings : List.of(new MeasureContext().of("order").by(List.of("event", "pid")),
                new MeasureContext().of("order % 50").windowNs(1_000).by(List.of("tid")),
                new MeasureContext().by(List.of("event")).windowNs(7_000))) {
            final List<Measurement.Group> alone = groups(measured(settings, false));

            assertThat(alone).isNotEmpty();
            assertThat(groups(measured(settings, true))).isEqualTo(alone);
        }
    }

    @Test
    void shouldDivideEventsAmongGroupsAndWindows() {
        for (int i = 0; i < EVENTS; i++) {
            write(i % 2 == 0 ? first : second, i % LANES, random.nextInt(20));
        }
        end();
        final Map<Long, Long> counts = orders.stream()
                .collect(Collectors.groupingBy(order -> order, Collectors.counting()));

        final List<Measurement.Group> byOrder = groups(measured(new MeasureContext().by(List.of("order")), true));
        final List<Measurement.Group> windows = groups(
                measured(new MeasureContext().by(List.of("order")).windowNs(500), true));

        assertThat(byOrder).allSatisfy(figures -> assertThat(figures.count())
                .isEqualTo(counts.get(figures.key().get(0))));
        assertThat(byOrder).hasSameSizeAs(counts.keySet());
        assertThat(windows).extracting(Measurement.Group::windowNs).isSorted();
        assertThat(windows).allMatch(figures -> figures.windowNs() % 500 == 0);
        assertThat(windows.stream().collect(Collectors.groupingBy(figures -> (Long) figures.key().get(0),
                Collectors.summingLong(Measurement.Group::count)))).isEqualTo(counts);
    }

    @Test
    void shouldSumWhatIsBeyondTheLimitIntoOneGroupAndKeepTheOthersComplete() {
        for (int i = 0; i < EVENTS; i++) {
            write(first, i % LANES, random.nextInt(100));
        }
        end();
        final Map<Long, Long> counts = orders.stream()
                .collect(Collectors.groupingBy(order -> order, Collectors.counting()));

        final List<Measurement.Group> figures = measured(new MeasureContext().of("order").by(List.of("order"))
                .groupLimit(30), true).groups(ALL);

        assertThat(figures).hasSize(31);
        assertThat(figures.get(30).isRest()).isTrue();
        assertThat(figures.stream().mapToLong(Measurement.Group::count).sum()).isEqualTo(EVENTS);
        assertThat(figures.stream().filter(figure -> !figure.isRest()))
                .allSatisfy(figure -> assertThat(figure.count()).isEqualTo(counts.get(figure.key().get(0))));
    }

    @Test
    void shouldShowWhatIsBeyondTheLimitInItsWindowAlsoWhenThatIsClosed() {
        for (int i = 0; i < EVENTS; i++) {
            write(first, i % LANES, random.nextInt(100));
        }
        end();
        final Map<Long, Long> byWindow = measured(new MeasureContext().windowNs(500), false).groups(ALL).stream()
                .collect(Collectors.toMap(Measurement.Group::windowNs, Measurement.Group::count));
        final MeasureContext limited = new MeasureContext().by(List.of("order")).windowNs(500).groupLimit(30);
        final Measurement measurement = measured(limited, false);

        final List<Measurement.Group> closed = measurement.close(Long.MAX_VALUE, ALL);

        assertThat(closed.stream().collect(Collectors.groupingBy(Measurement.Group::windowNs,
                Collectors.summingLong(Measurement.Group::count)))).isEqualTo(byWindow);
        assertThat(closed.stream().filter(figures -> !figures.isRest())).hasSize(30);
        assertThat(closed.stream().filter(Measurement.Group::isRest)).hasSizeGreaterThan(1)
                .allMatch(figures -> figures.groups() == 0);
        assertThat(measurement.beyondLimit()).isEqualTo(
                closed.stream().filter(Measurement.Group::isRest).mapToLong(Measurement.Group::count).sum());
        assertThat(measurement.groups(ALL)).isEmpty();
        assertThat(measured(limited, false).groups(ALL)).containsExactlyInAnyOrderElementsOf(closed)
                .extracting(Measurement.Group::windowNs).isSorted();
    }

    @Test
    void shouldShowTheGreatestGroupsAndTheSumOfTheOthers() {
        for (int i = 1; i <= 10; i++) {
            for (int j = 0; j < i; j++) {
                write(first, 0, i);
            }
        }
        end();

        final List<Measurement.Group> figures = measured(new MeasureContext().of("order").by(List.of("order")), false)
                .groups(2);

        assertThat(figures).extracting(Measurement.Group::key).containsExactly(List.of(10L), List.of(9L), List.of());
        assertThat(figures).extracting(Measurement.Group::sum).containsExactly(100L, 81L, 385L - 181L);
        assertThat(figures.get(2).groups()).isEqualTo(8);
    }

    @Test
    void shouldBecomeLessPreciseWhenMemoryIsAtItsLimit() {
        for (int i = 0; i < EVENTS; i++) {
            write(first, i % LANES, random.nextInt(1_000_000));
        }
        end();
        final List<Long> sorted = orders.stream().sorted().toList();

        final Measurement.Group figures = only(measured(new MeasureContext().of("order").histogramBytes(2_000), false));

        assertThat(figures.precision()).isGreaterThan(1.0 / 1024);
        assertPercentiles(figures, sorted.stream().map(Long::doubleValue).toList());
    }

    @Test
    void shouldGroupByNumbersThatAreGreaterThanALong() {
        for (final long size : new long[]{1, -1, Long.MIN_VALUE, -1}) {
            first.write(0, FrameDescriptor.reference(0, 3), size, Long.BYTES);
        }
        end();

        assertThat(measured(new MeasureContext().by(List.of("size")), false).groups(ALL))
                .extracting(group -> group.key() + " " + group.count()).containsExactlyInAnyOrder("[ONE] 1",
                        "[ALL] 2", "[9223372036854775808] 1");
    }

    @Test
    void shouldNotShowNamesThatOnlySomeEventsHave() {
        first.write(0, FrameDescriptor.reference(0, 3), 1, Long.BYTES);
        first.write(0, FrameDescriptor.reference(0, 4), 1, Long.BYTES);
        end();

        assertThat(only(measured(new MeasureContext().by(List.of("size")), false)).key()).containsExactly(1L);
    }

    @Test
    void shouldRejectAKeyOfTwoTypesWithBoth() {
        write(first, 0, 5);
        first.write(0, FrameDescriptor.reference(0, 1), 0x41, Long.BYTES);
        end();

        assertThat(measured(new MeasureContext().by(List.of("order")), false).misfits()).singleElement().asString()
                .contains("two types: field=order", "whole number in Example-Orders/Opened",
                        "text in Example-Orders/Named");
    }

    @Test
    void shouldNameTheFieldsThatThereAre() {
        record();

        assertThat(measured(new MeasureContext().of("prize * 2").by(List.of("odrer")), true).misfits())
                .containsExactly("no event has such a field: field=prize, fields=[order paid price size]",
                        "no event has such a field: field=odrer, fields=[order paid price size]");
    }

    @Test
    void shouldCountWhatHasNoNumberAndRejectWhatIsNone() {
        write(first, 0, 5);
        write(first, 0, Long.MAX_VALUE);
        first.write(0, FrameDescriptor.reference(0, 2), 0, Long.BYTES);
        end();
        final Measurement measurement = measured(new MeasureContext().of("order + 1"), false);

        assertThat(only(measurement).sum()).isEqualTo(6L);
        assertThat(measurement.withoutNumber()).as("no such field, and beyond a long").isEqualTo(2);
        assertThatThrownBy(() -> new Measurement(new MeasureContext().of("order +")))
                .hasMessageContaining("expected=a field or a number");
    }

    @Test
    void shouldForgetWindowsThatAreClosedAndCountWhatComesLater() {
        write(first, 0, 5);
        end();
        final Measurement measurement = measured(new MeasureContext().windowNs(1_000_000_000), false);

        final List<Measurement.Group> closed = measurement.close(Long.MAX_VALUE, ALL);
        read(measurement, false);

        assertThat(closed).singleElement().extracting(Measurement.Group::count).isEqualTo(1L);
        assertThat(measurement.groups(ALL)).isEmpty();
        assertThat(measurement.tooLate()).isOne();
    }

    private static void assertPercentiles(final Measurement.Group figures, final List<Double> sorted) {
        final double[] percents = Measurement.Group.percents();
        for (int i = 0; i < percents.length; i++) {
            final int rank = (int) Math.max(1, Math.ceil(Math.round(percents[i] * 100) * sorted.size() / 10_000.0));
            final double exact = sorted.get(rank - 1);
            assertThat(figures.percentiles().get(i).doubleValue()).as("%s %%", percents[i])
                    .isBetween(exact - Math.abs(exact) * 1e-15, exact + Math.abs(exact) * figures.precision() + 1e-9);
        }
    }

    private static Measurement.Group only(final Measurement measurement) {
        assertThat(measurement.groups(ALL)).hasSize(1);
        return measurement.groups(ALL).get(0);
    }

    private static List<Measurement.Group> groups(final Measurement measurement) {
        return measurement.groups(ALL).stream().sorted(Comparator
                .comparing(Measurement.Group::windowNs, Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(figures -> figures.key().toString())).toList();
    }

    /** Numbers of all sizes with many equal ones, in two processes, and losses in both. */
    private void record() {
        for (int i = 0; i < EVENTS; i++) {
            write(random.nextBoolean() ? first : second, random.nextInt(LANES), switch (random.nextInt(3)) {
                case 0 -> random.nextInt(10);
                case 1 -> random.nextLong() >> random.nextInt(Long.SIZE);
                default -> -random.nextInt(100_000);
            });
            if (i % (EVENTS / LOST) == 100) {
                (random.nextBoolean() ? first : second).attempt(random.nextInt(LANES));
            }
        }
        end();
    }

    private void write(final HandMadeProvider provider, final int lane, final long order) {
        assertThat(provider.write(lane, FrameDescriptor.reference(0, 0), order, Long.BYTES)).isTrue();
        orders.add(order);
    }

    private void end() {
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
    }

    private Measurement measured(final MeasureContext settings, final boolean isShared) {
        final Measurement measurement = new Measurement(settings);
        read(measurement, isShared);
        return measurement;
    }

    private void read(final Measurement measurement, final boolean isShared) {
        final List<Measurement> shares = new ArrayList<>();
        final SourceSettings source = SourceSettings.recording(fixture.folder);
        if (isShared) {
            source.shared(LANES, () -> {
                shares.add(measurement.share());
                return shares.get(shares.size() - 1);
            });
        }
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false)
                .errorHandler(failure -> fixture.problems.add(String.valueOf(failure.getMessage()))), source)) {
            reader.readAvailable(measurement);
        }
        shares.forEach(measurement::add);
        assertThat(fixture.problems).isEmpty();
    }
}
