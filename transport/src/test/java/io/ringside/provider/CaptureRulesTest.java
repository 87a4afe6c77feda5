package io.ringside.provider;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.callback.ControlNotice;
import io.ringside.callback.ProviderCallback;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.event.EventDescriptor;
import io.ringside.filter.EnablementFilters;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.CallbackLog.Told;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.session.Composite;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Filter data for callbacks, and requests for a provider's state. */
@Timeout(60)
class CaptureRulesTest {
    private static final UUID PROVIDER = RingsideFixture.SCHEMA.id();

    private final CallbackLog log = new CallbackLog();
    private RingsideFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
        List.of("a", "b", "c").forEach(fixture::start);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R3.17 A gives FA, B none, C gives FC: the callback after C has FA and FC; A again without: FC")
    void shouldTellTheFilterDataOfAllSessions() {
        final AtomicReference<List<ControlNotice.FilterView>> views = new AtomicReference<>();
        final ProviderCallback callback = notice -> {
            log.onControl(notice);
            views.set(notice.filterData());
        };
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, callback, null)) {
            enable("a", data(1, (byte) 0xA));
            enable("b", EnablementFilters.NONE);
            enable("c", data(3, (byte) 0xC));
            assertThat(log.next().filterData()).containsExactly(List.of((byte) 0xA));
            assertThat(log.next().filterData()).as("of all, not of the trigger").containsExactly(List.of((byte) 0xA));
            assertThat(log.next().filterData()).containsExactly(List.of((byte) 0xA), List.of((byte) 0xC));
            final List<SessionRow> sessions = fixture.controller.rows();
            assertThat(views.get()).extracting(ControlNotice.FilterView::id).containsExactly(1, 3);
            assertThat(views.get()).extracting(view -> view.session().sessionId())
                    .containsExactly(sessions.get(0).id(), sessions.get(2).id());
            assertThat(views.get()).extracting(view -> view.session().slot())
                    .containsExactly(sessions.get(0).slot(), sessions.get(2).slot());
            assertThatThrownBy(() -> views.get().get(0).copy()).as("R3.18: the call is over")
                    .isInstanceOf(IllegalStateException.class);

            enable("a", EnablementFilters.NONE);
            assertThat(log.next().filterData()).containsExactly(List.of((byte) 0xC));
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
        }
    }

    @Test
    @DisplayName("R3.19 with a filter of processes only a callback gets no filter data; other processes no call")
    void shouldKeepOtherFiltersFromTheCallback() {
        final long self = ProcessHandle.current().pid();
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            enable("b", EnablementFilters.builder().pids(List.of(self + 1)).build());
            enable("a", EnablementFilters.builder().pids(List.of(self)).build());
            final Told told = log.next();
            assertThat(told.filterData()).isEmpty();
            assertThat(told.changes()).as("the other session is none of this process").singleElement()
                    .satisfies(change -> assertThat(change.sessionName()).isEqualTo("a"));
            assertThat(log.rest()).isEmpty();
            assertThat(WriteResult.wanted(registration.event("low").write())).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R3.26 A enabled, B asks: three events of state reach A and B, and what was recorded is unchanged")
    void shouldWriteStateToAllSessions() {
        final ProviderCallback.Recorded recorded = new ProviderCallback.Recorded();
        final AtomicReference<ProviderRegistration> self = new AtomicReference<>();
        final AtomicReference<ControlNotice> asked = new AtomicReference<>();
        final ProviderCallback callback = notice -> {
            recorded.onControl(notice);
            if (notice.code() == ControlNotice.CAPTURE_STATE) {
                asked.set(notice);
                for (int i = 0; i < 3; i++) {
                    assertThat(WriteResult.written(self.get().event("low").write())).isEqualTo(2);
                }
            }
        };
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, callback, null)) {
            self.set(registration);
            enable("a", EnablementFilters.NONE);
            enable("b", EnablementFilters.NONE);
            final Composite before = recorded.wanted();
            assertThat(capture("b", Enablement.of(2, 0x7, 0x1)).timedOut()).isEmpty();

            assertThat(asked.get().level()).isEqualTo(2);
            assertThat(asked.get().matchAny()).isEqualTo(0x7);
            assertThat(asked.get().matchAll()).isEqualTo(0x1);
            assertThat(asked.get().changes()).isEmpty();
            assertThat(asked.get().requester().sessionId())
                    .isEqualTo(fixture.controller.query("b").session().id());
            assertThat(recorded.wanted()).isEqualTo(before);
            assertThat(fixture.controller.query("a").ledger().totals().wanted()).isEqualTo(3);
            assertThat(fixture.controller.query("b").ledger().totals().wanted()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("R3.26 a request without a registered provider succeeds, and nothing happens, then or later")
    void shouldAskNobody() {
        enable("a", EnablementFilters.NONE);
        assertThat(capture("a", Enablement.of(5, 0, 0))).isEqualTo(new Outcome.Answers(List.of()));
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            assertThat(log.next().code()).isEqualTo(ControlNotice.ENABLE_PROVIDER);
            assertThat(capture("a", Enablement.of(0, 0, 0)).acknowledged()).isEqualTo(1);
            assertThat(log.rest()).extracting(Told::summary).containsExactly("(255,0xffffffffffffffff,CAPTURE)");
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
        }
    }

    @Test
    void shouldRefuseARequestOfASessionThatHasNotEnabledTheProvider() {
        assertThatThrownBy(() -> capture("a", Enablement.of(5, 0, 0))).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND)).hasMessageContaining("session=a");
    }

    @Test
    void shouldLoseNoRequestToAChangeWhileACallbackRuns() throws InterruptedException {
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayLeave = new CountDownLatch(1);
        final ProviderCallback callback = notice -> {
            log.onControl(notice);
            isInside.countDown();
            await(mayLeave);
        };
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, callback, null)) {
            fixture.controller.enable("a", request(EnablementFilters.NONE), Duration.ZERO);
            isInside.await();
            enableAtOnce(2);
            settle(ringside, registration, 2);
            fixture.controller.captureState("a", PROVIDER, Enablement.of(1, 0x1, 0), Duration.ZERO);
            settle(ringside);
            enableAtOnce(3);
            settle(ringside, registration, 3);
            enableAtOnce(4);
            settle(ringside, registration, 4);
            mayLeave.countDown();
            assertThat(List.of(log.next(), log.next(), log.next(), log.next())).extracting(Told::summary)
                    .containsExactly("(5,0xffffffffffffffff,ENABLE)", "(2,0xffffffffffffffff,ENABLE)",
                            "(1,0x1,CAPTURE)", "(4,0xffffffffffffffff,ENABLE)");
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
        }
    }

    @Test
    @DisplayName("R3.4, R2.18 partly: \"recorded events\""
            + " callbacks of a group's members are called, also when one is left out and taken in again")
    void shouldCallTheMembersOfAGroup() {
        final UUID group = new UUID(7, 8);
        final ProviderSchema member = RingsideFixture.SCHEMA.withTraits(ProviderTraits.of("member").inGroup(group));
        final AtomicReference<Throwable> refused = new AtomicReference<>();
        final ProviderCallback callback = notice -> {
            log.onControl(notice);
            if (notice.code() == ControlNotice.CAPTURE_STATE) {
                refused.set(catchThrowable(() -> fixture.controller.disable("a", group, Duration.ofNanos(1))));
            }
        };
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(member, callback, null)) {
            fixture.controller.enable("a", EnableRequest.of(group,
                    Enablement.of(5, 0x1, 0, EnableProperty.PROVIDER_GROUP)), RingsideFixture.TIMEOUT);
            assertThat(log.rest()).extracting(Told::summary).containsExactly("(5,0x1,ENABLE)");
            fixture.controller.captureState("a", group, Enablement.of(4, 0x1, 0), RingsideFixture.TIMEOUT);
            assertThat(log.rest()).extracting(Told::summary).containsExactly("(4,0x1,CAPTURE)");
            assertThat(refused.get()).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.WOULD_DEADLOCK));

            fixture.controller.disallow("a", group, List.of(PROVIDER), RingsideFixture.TIMEOUT);
            fixture.controller.disallow("a", group, List.of(), RingsideFixture.TIMEOUT);
            assertThat(log.rest()).extracting(Told::summary).containsExactly("DISABLE", "(5,0x1,ENABLE)");
            assertThat(registration.isEnabled(5, 0x1)).isTrue();
        }
    }

    /** Until the rows of that level are in force, and what is to be told of them is posted. */
    private static void settle(final Ringside ringside, final ProviderRegistration registration, final int level) {
        Awaitility.await().until(() -> registration.isEnabled(level, 0) && !registration.isEnabled(level + 1, 0));
        settle(ringside);
    }

    /** A registration is the work of the control thread, behind whatever it does at the moment. */
    private static void settle(final Ringside ringside) {
        ringside.register(ProviderSchema.builder("Test.Settle")
                .event("written", EventDescriptor.of(1, 4, 1)).build()).close();
    }

    private void enableAtOnce(final int level) {
        fixture.controller.enable("a", EnableRequest.of(PROVIDER, Enablement.of(level, 0, 0)), Duration.ZERO);
    }

    private void enable(final String session, final EnablementFilters filters) {
        assertThat(fixture.controller.enable(session, request(filters), RingsideFixture.TIMEOUT).timedOut())
                .isEmpty();
    }

    private static EnableRequest request(final EnablementFilters filters) {
        return EnableRequest.of(PROVIDER, Enablement.of(5, 0, 0, EnableProperty.NONE, filters));
    }

    private Outcome.Answers capture(final String session, final Enablement wanted) {
        return fixture.controller.captureState(session, PROVIDER, wanted, RingsideFixture.TIMEOUT);
    }

    private static EnablementFilters data(final int id, final byte value) {
        return EnablementFilters.builder().data(EnablementFilters.Data.of(id, 0, new byte[]{value})).build();
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
