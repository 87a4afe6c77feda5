package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.control.EnableRequest;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.StagedRow;
import io.ringside.internal.registry.StandingOrders;
import io.ringside.session.Enablement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EnableFiltersTest extends ControllerFixture {
    private static final long PID = ProcessHandle.current().pid();

    @Test
    @DisplayName("R4.43 a process that lives at the call is taken, not a later one with its id, nor a dead one")
    void shouldTakeTheProcessesThatLiveAtTheCall() {
        controller.start(settings("night"));
        try (FakeProcess first = new FakeProcess(directory, ORDERS);
                FakeProcess dead = new FakeProcess(directory, ORDERS)) {
            dead.die();

            controller.enable("night", REQUEST.withPidsNow(List.of(PID)), Duration.ZERO);

            try (FakeProcess later = new FakeProcess(directory, ORDERS)) {
                assertThat(processes()).containsExactly(uuid(first)).doesNotContain(uuid(later));
            }
        }
    }

    @Test
    @DisplayName("R4.43 no process is taken if none of the ids lives; the ids are asked for anew at every call")
    void shouldAskForProcessesAtEveryCall() {
        controller.start(settings("night"));
        try (FakeProcess first = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST.withPidsNow(List.of(PID + 1)), Duration.ZERO);
            assertThat(processes()).isEmpty();

            controller.enable("night", REQUEST.withPidsNow(List.of(PID)), Duration.ZERO);
            assertThat(processes()).containsExactly(uuid(first));

            controller.enable("night", REQUEST, Duration.ZERO);
            assertThat(row().enablement().filters()).isEqualTo(EnablementFilters.NONE);
        }
    }

    @Test
    @DisplayName("R4.43 a session that starts with an enablement takes the processes of that moment")
    void shouldTakeTheProcessesThatLiveAtTheStart() {
        try (FakeProcess first = new FakeProcess(directory, ORDERS)) {
            controller.start(settings("night"), List.of(REQUEST.withPidsNow(List.of(PID))));

            assertThat(processes()).containsExactly(uuid(first));
        }
    }

    @Test
    @DisplayName("R4.40 1,000 process ids of one call, and not 1,001")
    void shouldTakeAThousandProcessIds() {
        assertThat(REQUEST.withPidsNow(pids(FilterLimits.PROCESSES_MAX)).pidsNow()).hasSize(1_000);
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> REQUEST.withPidsNow(pids(FilterLimits.PROCESSES_MAX + 1)),
                "pidsNow=1001, min=1, max=1000");
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> REQUEST.withPidsNow(List.of()), "pidsNow=0");
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> REQUEST.withCapturePeriod(Duration.ofSeconds(-1)),
                "capturePeriod=PT-1S");
    }

    @Test
    @DisplayName("R3.20 enabled with {2} after {1}, event 1 is no longer wanted")
    void shouldReplaceFilters() {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", ids(1), Duration.ZERO);
            assertThat(process.words().eventWordVolatile(0)).isOne();
            assertThat(process.words().eventWordVolatile(1)).isZero();

            controller.enable("night", ids(2), Duration.ZERO);
            assertThat(process.words().eventWordVolatile(0)).isZero();
            assertThat(process.words().eventWordVolatile(1)).isOne();
        }
    }

    @Test
    void shouldKeepWhatIsAskedForBesideWhenEnabledAgain() {
        controller.start(settings("night"));
        controller.enable("night", REQUEST.withCapturePeriod(Duration.ofNanos(5)), Duration.ZERO);
        final StandingOrders orders = row().orders().withCapture(3, 4, 5, 6).withDisallowed(Set.of(new UUID(1, 1)));
        change(row().withOrders(orders, 3));

        controller.enable("night", ids(1).withCapturePeriod(Duration.ofNanos(7)), Duration.ZERO);

        assertThat(row().orders()).isEqualTo(orders.withCapturePeriodNs(7));
        assertThat(row().enablement()).isEqualTo(ids(1).enablement());
    }

    private Set<UUID> processes() {
        return row().enablement().filters().processes().processes();
    }

    private EnablementRow row() {
        return (EnablementRow) controller.query("night").enablements().get(0);
    }

    private void change(final EnablementRow row) {
        final Registry registry = new Registry(participant);
        try (ControlChange change = registry.change(SECOND_NS); StagedRow staged = registry.rows().stage(row)) {
            staged.publish();
            change.complete();
        }
    }

    private static EnableRequest ids(final int id) {
        return EnableRequest.of("Orders", Enablement.of(5, 0, 0)
                .withFilters(EnablementFilters.builder().eventIds(EventIdFilter.in(id)).build()));
    }

    private static UUID uuid(final FakeProcess process) {
        final Incarnation incarnation = process.page().identity().incarnation();
        return new UUID(incarnation.most(), incarnation.least());
    }

    private static List<Long> pids(final int count) {
        return LongStream.range(0, count).boxed().collect(Collectors.toList());
    }
}
