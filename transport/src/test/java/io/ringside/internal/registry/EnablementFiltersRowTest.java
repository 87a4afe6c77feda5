package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.StackFilter;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EnablementFiltersRowTest {
    private static final long SESSION = 7;
    private static final UUID PROVIDER = new UUID(1, 2);
    private static final Path FILE = Path.of("row");
    private static final EventNameFilter NAMES = EventNameFilter.out(List.of("a", "b, c: #=\\ \u00fc\u2028"))
            .within(3, -1, 0x6).ofSelfDescribing();

    static Stream<EnablementFilters> filters() {
        return Stream.of(
                EnablementFilters.builder().eventIds(EventIdFilter.in(1, 3, 0xFFFF)),
                EnablementFilters.builder().eventIds(EventIdFilter.out(0)),
                EnablementFilters.builder().eventNames(NAMES),
                EnablementFilters.builder().eventNames(EventNameFilter.in(List.of("only"))),
                EnablementFilters.builder().pids(List.of(1L, 0xFFFF_FFFFL)),
                EnablementFilters.builder().processesNow(List.of(PROVIDER, new UUID(3, 4))),
                EnablementFilters.builder().processesNow(List.of()),
                EnablementFilters.builder().executables(List.of("com.acme.Orders;orders.jar")),
                EnablementFilters.builder().payload("submitted: price > 10")
                        .payload("all 7: s is not exactly \"\\\\n\"")
                        .payload("a < 1 or `not` >= 2 and (b % 3 or c not between -1 and 1)"),
                EnablementFilters.builder().stacks(StackFilter.of(EventIdFilter.in(5))),
                EnablementFilters.builder().stacks(new StackFilter(EventIdFilter.out(5), NAMES,
                        new StackFilter.LevelKeyword(false, 255, 0x1, 0))),
                EnablementFilters.builder().data(EnablementFilters.Data.of(9, 2, new byte[]{0, -1})),
                EnablementFilters.builder().data(EnablementFilters.Data.of(0, 0, new byte[0])),
                EnablementFilters.builder().eventIds(EventIdFilter.in(1)).eventNames(NAMES).pids(List.of(1L))
                        .executables(List.of("x")).payload("a == 1").data(EnablementFilters.Data.of(1, 1, new byte[1])))
                .map(EnablementFilters.Builder::build);
    }

    @ParameterizedTest
    @MethodSource("filters")
    void shouldReadFiltersAsTheyWereWritten(final EnablementFilters filters) {
        final EnablementRow row = row(filters, StandingOrders.NONE);

        assertThat(readBack(row)).isEqualTo(row);
    }

    @Test
    void shouldReadWhatIsAskedForBesideAsItWasWritten() {
        final StandingOrders orders = StandingOrders.NONE.withCapture(11, 255, -1, 0x3).withCapturePeriodNs(1)
                .withDisallowed(List.of(PROVIDER, new UUID(-1, -1)));
        final EnablementRow row = row(EnablementFilters.NONE, orders);

        assertThat(readBack(row)).isEqualTo(row);
        assertThat(readBack(row).captureGeneration()).isEqualTo(11);
        assertThat(readBack(row).captureLevel()).isEqualTo(255);
        assertThat(readBack(row).captureAny()).isEqualTo(-1);
        assertThat(readBack(row).captureAll()).isEqualTo(0x3);
        assertThat(readBack(row).capturePeriod()).hasNanos(1);
        assertThat(readBack(row).disallowed()).containsExactlyInAnyOrder(PROVIDER, new UUID(-1, -1));
        assertThat(row.withOrders(StandingOrders.NONE, 12))
                .isEqualTo(new EnablementRow(SESSION, PROVIDER, "p", 12, row.enablement(), PROVIDER));
    }

    @Test
    void shouldWriteNothingOfFiltersThatAreNotThere() {
        final String text = text(row(EnablementFilters.NONE, StandingOrders.NONE));

        assertThat(text).doesNotContain("filter").doesNotContain("capture").doesNotContain("disallowed");
    }

    @Test
    @DisplayName("R4.40 a row has room for every filter at its limit")
    void shouldHaveRoomForEveryFilterAtItsLimit() {
        final EventNameFilter names = EventNameFilter.in(names(FilterLimits.NAMES_MAX));
        final EventIdFilter ids = EventIdFilter.in(
                IntStream.rangeClosed(0x10000 - FilterLimits.IDS_MAX, 0xFFFF).boxed().collect(Collectors.toList()));
        final EnablementFilters.Builder filters = EnablementFilters.builder().eventIds(ids).eventNames(names)
                .stacks(new StackFilter(ids, names, new StackFilter.LevelKeyword(true, 255, -1, -1)))
                .pids(LongStream.range(0, FilterLimits.PROCESSES_MAX).map(i -> 0xFFFF_FFFFL - i).boxed()
                        .collect(Collectors.toList()))
                .processesNow(uuids(FilterLimits.PROCESSES_MAX))
                .executables(names(FilterLimits.NAMES_MAX))
                .data(EnablementFilters.Data.of(0xFFFF, 0xFF, new byte[FilterLimits.DATA_LENGTH_MAX]));
        final String longText = "\u20ac".repeat(FilterLimits.PAYLOAD_TEXT_LENGTH_MAX / 2 - 8);
        filters.payload("a is \"" + longText + '"').payload("b is \"" + longText + '"');
        final EnablementRow row = row(filters.build(),
                StandingOrders.NONE.withDisallowed(uuids(StandingOrders.DISALLOWED_MAX)));

        assertThat(readBack(row)).isEqualTo(row);
    }

    @Test
    @DisplayName("R2.18 partly: \"recorded events\" 1,024 providers are left out of a group, and not 1,025")
    void shouldRefuseToLeaveOutTooMany() {
        assertThatThrownBy(() -> StandingOrders.NONE.withDisallowed(uuids(StandingOrders.DISALLOWED_MAX + 1)))
                .isInstanceOf(RingsideException.class).hasMessageContaining("disallowed=1025");
        assertThatThrownBy(() -> StandingOrders.NONE.withCapture(1, 256, 0, 0)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> StandingOrders.NONE.withCapturePeriodNs(-1)).isInstanceOf(RingsideException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "filter.event.ids.in=1            | filter.event.ids.in=one",
        "filter.event.ids.in=1            | filter.event.ids.in=65536",
        "filter.event.ids.in=1            | filter.event.ids.in=",
        "filter.pids=1                    | filter.pids=-1",
        "filter.payload.0=a == 1          | filter.payload.0=a ==",
        "filter.payload.0=a == 1          | nothing=x",
        "filter.payloads=1                | filter.payloads=101",
        "filter.data.bytes=00             | filter.data.bytes=0",
        "filter.event.names.category.level=3 | filter.event.names.category.level=256",
        "filter.event.names.category.in=true | filter.event.names.category.in=false",
        "properties=0x0                   | properties=0x20"
    })
    void shouldRefuseARowWhoseFiltersAreNone(final String intact, final String damaged) {
        final EnablementRow row = row(EnablementFilters.builder().eventIds(EventIdFilter.in(1)).eventNames(NAMES)
                .pids(List.of(1L)).payload("a == 1").data(EnablementFilters.Data.of(1, 1, new byte[1])).build(),
                StandingOrders.NONE);
        final String text = text(row).replace("\\=", "=").replace("\\:", ":");

        assertThat(text).contains(intact);
        assertThatThrownBy(() -> decode(text.replace(intact, damaged))).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }

    @Test
    void shouldSurviveRandomDamage() {
        final long seed = System.nanoTime();
        System.out.println("EnablementFiltersRowTest: seed=" + seed);
        final Random random = new Random(seed);
        final List<byte[]> intact = filters().map(filters -> RowCodec
                .encode(row(filters, StandingOrders.NONE.withCapture(1, 2, 3, 4).withDisallowed(uuids(2)))).encode())
                .toList();
        int read = 0;
        for (int i = 0; i < 3_000; i++) {
            final byte[] bytes = intact.get(random.nextInt(intact.size())).clone();
            for (int j = random.nextInt(3) + 1; j > 0; j--) {
                bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? random.nextInt(128) : '0');
            }
            try {
                decode(new String(bytes, StandardCharsets.US_ASCII));
                read++;
            } catch (final RingsideException e) {
                assertThat(e.code()).isIn(ErrorCode.CORRUPT, ErrorCode.INVALID_ARGUMENT);
            }
        }
        assertThat(read).isBetween(1, 2_999);
    }

    private static EnablementRow row(final EnablementFilters filters, final StandingOrders orders) {
        final int properties = filters.stacks() == null ? EnableProperty.NONE : EnableProperty.STACK_TRACE;
        return new EnablementRow(SESSION, PROVIDER, "p", 9, Enablement.of(3, 1, 0, properties, filters), PROVIDER,
                orders);
    }

    private static EnablementRow readBack(final EnablementRow row) {
        return decode(text(row));
    }

    private static EnablementRow decode(final String text) {
        return RowCodec.enablement(
                RowText.parse(FILE, text.getBytes(StandardCharsets.UTF_8)), SESSION, PROVIDER);
    }

    private static String text(final EnablementRow row) {
        return new String(RowCodec.encode(row).encode(), StandardCharsets.UTF_8);
    }

    private static List<UUID> uuids(final int count) {
        return LongStream.range(0, count).mapToObj(i -> new UUID(-1, i)).collect(Collectors.toList());
    }

    private static List<String> names(final int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\u20ac".repeat(SchemaLimits.NAME_LENGTH_MAX - 5) + (10_000 + i))
                .collect(Collectors.toList());
    }
}
