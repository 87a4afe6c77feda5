package io.ringside.internal.filter;

import io.ringside.RingsideException;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.PayloadFilter;
import io.ringside.filter.ProcessFilter;
import io.ringside.filter.RateFilter;
import io.ringside.filter.StackFilter;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.schema.SchemaLimits;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FilterLimitsTest {
    @Test
    @DisplayName("R4.40 1,000 event ids, of 0 to 65,535, and not 1,001")
    void shouldTakeAThousandEventIds() {
        assertThat(EventIdFilter.in(numbers(FilterLimits.IDS_MAX)).ids()).hasSize(1_000);
        assertThat(EventIdFilter.out(0, 0xFFFF).ids()).hasSize(2);
        assertBeyond(() -> EventIdFilter.in(numbers(FilterLimits.IDS_MAX + 1)), "type=EVENT_ID, ids=1001");
        assertBeyond(() -> EventIdFilter.in(List.of()), "ids=0");
        assertBeyond(() -> EventIdFilter.in(0x10000), "id=65536");
        assertBeyond(() -> EventIdFilter.out(-1), "id=-1");
    }

    @Test
    @DisplayName("R4.40 1,000 event names of 255 characters, and not one more of either")
    void shouldTakeAThousandEventNames() {
        assertThat(EventNameFilter.in(names(FilterLimits.NAMES_MAX, SchemaLimits.NAME_LENGTH_MAX)).names())
                .hasSize(1_000);
        assertBeyond(() -> EventNameFilter.in(names(FilterLimits.NAMES_MAX + 1, 9)), "type=EVENT_NAME, names=1001");
        assertBeyond(() -> EventNameFilter.out(names(1, SchemaLimits.NAME_LENGTH_MAX + 1)), "nameLength=256");
        assertBeyond(() -> EventNameFilter.in(List.of()), "names=0");
        assertBeyond(() -> EventNameFilter.in(List.of("two\nlines")), "nameControlCharacters=1");
        assertBeyond(() -> EventNameFilter.in(List.of("a")).within(256, 0, 0), "level=256");
    }

    @Test
    @DisplayName("R4.40, R4.43 1,000 processes, and not 1,001")
    void shouldTakeAThousandProcesses() {
        final EnablementFilters.Builder filters = EnablementFilters.builder();

        assertThat(filters.pids(pids(FilterLimits.PROCESSES_MAX)).processesNow(uuids(FilterLimits.PROCESSES_MAX))
                .build().processes().pids()).hasSize(1_000);
        assertBeyond(() -> ProcessFilter.NONE.withPids(pids(FilterLimits.PROCESSES_MAX + 1)),
                "type=PID_ALWAYS, pids=1001");
        assertBeyond(() -> ProcessFilter.NONE.withPids(List.of()), "pids=0");
        assertBeyond(() -> ProcessFilter.NONE.withPids(List.of(0x1_0000_0000L)), "pid=4294967296");
        assertBeyond(() -> ProcessFilter.NONE.withProcesses(uuids(FilterLimits.PROCESSES_MAX + 1)),
                "type=PID, processes=1001");
    }

    @Test
    @DisplayName("R4.40 1,000 names of executables of 255 characters, and not one more of either")
    void shouldTakeAThousandExecutables() {
        final List<String> most = names(FilterLimits.NAMES_MAX, FilterLimits.EXECUTABLE_LENGTH_MAX);

        assertThat(ProcessFilter.NONE.withExecutables(most).executables()).hasSize(1_000);
        assertThat(ProcessFilter.NONE.withExecutables(List.of(String.join(";", most))).executables()).hasSize(1_000);
        assertBeyond(() -> ProcessFilter.NONE.withExecutables(names(FilterLimits.NAMES_MAX + 1, 9)),
                "type=EXECUTABLE_NAME, names=1001");
        assertBeyond(() -> ProcessFilter.NONE.withExecutables(names(1, FilterLimits.EXECUTABLE_LENGTH_MAX + 1)),
                "nameLength=256");
        assertBeyond(() -> ProcessFilter.NONE.withExecutables(List.of(" ; ")), "names=0");
    }

    @Test
    @DisplayName("R4.40, R4.44 100 predicates of one enablement, in however many filters, and not 101")
    void shouldTakeAHundredPredicates() {
        final EnablementFilters.Builder most = EnablementFilters.builder();
        IntStream.range(0, 50).forEach(i -> most.payload("a == 1 and b == 2"));

        assertThat(most.build().payloads()).hasSize(50);
        assertBeyond(() -> most.payload("a == 1").build(), "type=PAYLOAD, predicates=101");
    }

    @Test
    @DisplayName("R4.40 32,768 characters of payload filters, and not one more")
    void shouldTakePayloadFiltersOfSomeLength() {
        final String half = "a".repeat(FilterLimits.PAYLOAD_TEXT_LENGTH_MAX / 2 - 5);
        final EnablementFilters.Builder most = EnablementFilters.builder().payload(half + " == 1");

        assertThat(most.payload(half + " == 2").build().payloads()).hasSize(2);
        assertBeyond(() -> EnablementFilters.builder().payload(half + " == 1")
                .payload(PayloadFilter.of(7, Expression.parse(half + " == 1"))).build(), "textLength=32771");
    }

    @Test
    @DisplayName("R4.40 1,024 bytes of filter data for callbacks, and not one more")
    void shouldTakeFilterDataOfAKilobyte() {
        assertThat(EnablementFilters.Data.of(0xFFFF, 0xFF, new byte[FilterLimits.DATA_LENGTH_MAX]).bytes())
                .hasSize(1_024);
        assertBeyond(() -> EnablementFilters.Data.of(0, 0, new byte[FilterLimits.DATA_LENGTH_MAX + 1]),
                "type=SCHEMATIZED, bytes=1025");
        assertBeyond(() -> EnablementFilters.Data.of(0x10000, 0, new byte[0]), "id=65536");
        assertBeyond(() -> EnablementFilters.Data.of(0, 256, new byte[0]), "version=256");
    }

    @Test
    @DisplayName("R4.40 each type once")
    void shouldTakeEachTypeOnce() {
        final EnablementFilters.Builder filters = EnablementFilters.builder()
                .eventIds(EventIdFilter.in(1))
                .eventNames(EventNameFilter.in(List.of("a")))
                .pids(List.of(1L))
                .processesNow(List.of())
                .executables(List.of("a"))
                .payload("a == 1")
                .stacks(StackFilter.of(EventIdFilter.in(1)))
                .data(EnablementFilters.Data.of(1, 1, new byte[0]))
                .rate(RateFilter.sample(2));

        assertTwice(() -> filters.eventIds(EventIdFilter.out(1)), FilterType.EVENT_ID);
        assertTwice(() -> filters.eventNames(EventNameFilter.in(List.of("b"))), FilterType.EVENT_NAME);
        assertTwice(() -> filters.pids(List.of(2L)), FilterType.PID_ALWAYS);
        assertTwice(() -> filters.processesNow(List.of()), FilterType.PID);
        assertTwice(() -> filters.executables(List.of("b")), FilterType.EXECUTABLE_NAME);
        assertTwice(() -> filters.stacks(StackFilter.of(EventIdFilter.in(1))), FilterType.STACK_ID);
        assertTwice(() -> filters.data(EnablementFilters.Data.of(1, 1, new byte[0])), FilterType.SCHEMATIZED);
        assertTwice(() -> filters.rate(RateFilter.limit(1)), FilterType.RATE);
        assertThat(FilterType.of(filters.build())).containsExactlyInAnyOrder(FilterType.EVENT_ID, FilterType.EVENT_NAME,
                FilterType.PID_ALWAYS, FilterType.PID, FilterType.EXECUTABLE_NAME, FilterType.PAYLOAD,
                FilterType.STACK_ID, FilterType.SCHEMATIZED, FilterType.RATE);
        assertThat(FilterType.of(EnablementFilters.NONE)).isEmpty();
    }

    @Test
    @DisplayName("R4.40 types have the numbers of ETW")
    void shouldHaveTheNumbersOfEtw() {
        assertThat(Stream.of(FilterType.values()).map(type -> Integer.toHexString(type.code()))).containsExactly(
                "80000000", "80000004", "80000008", "80000100", "80000200", "80000400", "80001000", "80002000",
                "80004000", "81000004", "81000400");
    }

    private static void assertBeyond(final ThrowingCallable code, final String limit) {
        assertThatThrownBy(code).isInstanceOf(RingsideException.class)
                .hasMessageContaining("beyond a limit")
                .hasMessageContaining(limit);
    }

    private static void assertTwice(final ThrowingCallable code, final FilterType type) {
        assertThatThrownBy(code).isInstanceOf(RingsideException.class).hasMessageContaining("twice")
                .hasMessageContaining("type=" + type + ":");
    }

    private static List<Integer> numbers(final int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toList());
    }

    private static List<Long> pids(final int count) {
        return LongStream.range(0, count).boxed().collect(Collectors.toList());
    }

    private static List<UUID> uuids(final int count) {
        return LongStream.range(0, count).mapToObj(i -> new UUID(7, i)).collect(Collectors.toList());
    }

    private static List<String> names(final int count, final int length) {
        return IntStream.range(0, count).mapToObj(i -> "n".repeat(length - 5) + (10_000 + i))
                .collect(Collectors.toList());
    }
}
