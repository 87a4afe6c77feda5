package io.ringside.provider;

import io.ringside.callback.ControlNotice;
import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.CallbackLog.Told;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** What a provider's callback is told, when, and by whom. */
@Timeout(60)
class CallbackRulesTest {
    private static final UUID SOURCE = new UUID(0x1122, 0x3344);

    private final CallbackLog log = new CallbackLog();
    private RingsideFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
        fixture.start("a");
        fixture.start("b");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R2.1 an id of zeros is refused; with an id alone a provider registers, with callback and context")
    void shouldRefuseAProviderWithoutAnId() {
        final ProviderSchema none = ProviderSchema.builder("Test.None").id(new UUID(0, 0))
                .event("written", EventDescriptor.of(1, 4, 1)).build();
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration refused = ringside.register(none, log, null);
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            assertThat(refused.status()).isEqualTo(ProviderRegistration.Status.UNAVAILABLE);
            assertThat(refused.problem()).contains("id=zeros");
            assertThat(WriteResult.wanted(refused.event("written").write())).isZero();
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
            assertThat(fixture.controller.providers()).hasSize(1);
        }
    }

    @Test
    @DisplayName("R2.2 two registrations of one provider in a process: enabling once calls both callbacks once")
    void shouldCallEachRegistration() {
        final CallbackLog other = new CallbackLog();
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderRegistration one = ringside.register(RingsideFixture.SCHEMA, log, "one");
            final ProviderRegistration two = ringside.register(RingsideFixture.SCHEMA, other, "two");
            enable("a", 5, 0x1);
            assertThat(log.rest()).extracting(Told::summary, Told::context).containsExactly(tuple("(5,0x1,ENABLE)",
                    "one"));
            assertThat(other.rest()).extracting(Told::summary, Told::context).containsExactly(tuple("(5,0x1,ENABLE)",
                    "two"));
            one.close();
            enable("a", 4, 0x1);
            assertThat(log.rest()).isEmpty();
            assertThat(other.rest()).extracting(Told::summary).containsExactly("(4,0x1,ENABLE)");
            assertThat(two.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
        }
    }

    @Test
    @DisplayName("R3.1 the context is the very object; what a callback throws does not break control calls")
    void shouldPassTheContextAndBearExceptions() {
        final Object context = new Object();
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, notice -> {
                    log.onControl(notice);
                    throw new AssertionError("on purpose");
                }, context)) {
            enable("a", 5, 0x1);
            assertThat(log.next().context()).isSameAs(context);
            assertThat(WriteResult.written(registration.event("low").write())).isEqualTo(1);
            fixture.controller.disable("a", RingsideFixture.SCHEMA.id(), RingsideFixture.TIMEOUT);
            assertThat(log.next().summary()).isEqualTo("DISABLE");
        }
    }

    @Test
    @DisplayName("R3.3 the code is the state that results: of two sessions the first to disable gives ENABLE")
    void shouldTellTheResultingState() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            enable("a", 5, 0x1);
            enable("b", 3, 0x4);
            fixture.controller.disable("a", registration.schema().id(), RingsideFixture.TIMEOUT);
            fixture.controller.disable("b", registration.schema().id(), RingsideFixture.TIMEOUT);
            assertThat(log.rest()).extracting(Told::summary).containsExactly("(5,0x1,ENABLE)", "(5,0x5,ENABLE)",
                    "(3,0x4,ENABLE)", "DISABLE");
        }
    }

    @Test
    @DisplayName("R3.4 each of the five triggers calls; the death of a controller calls nobody and events keep flowing")
    void shouldCallForEachTrigger() throws IOException {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            try (ChildJvm controller = ChildJvm.start(List.of(), EnablingController.class,
                    fixture.participant.directory().path().toString(), "a")) {
                assertThat(controller.readLine()).isEqualTo("enabled");
                assertThat(log.next().code()).as("enable").isEqualTo(ControlNotice.ENABLE_PROVIDER);
                controller.kill();
            }
            assertThat(WriteResult.written(registration.event("low").write())).isEqualTo(1);
            capture("a");
            assertThat(log.next().code()).as("capture, and nothing before it").isEqualTo(ControlNotice.CAPTURE_STATE);
            fixture.controller.disable("a", registration.schema().id(), RingsideFixture.TIMEOUT);
            assertThat(log.next().code()).as("disable").isEqualTo(ControlNotice.DISABLE_PROVIDER);
            enable("b", 5, 0);
            assertThat(log.next().code()).isEqualTo(ControlNotice.ENABLE_PROVIDER);
            final CallbackLog later = new CallbackLog();
            ringside.register(RingsideFixture.SCHEMA, later, null).close();
            assertThat(later.next().code()).as("registration").isEqualTo(ControlNotice.ENABLE_PROVIDER);
            fixture.controller.stop("b", RingsideFixture.TIMEOUT);
            assertThat(log.next().code()).as("stop").isEqualTo(ControlNotice.DISABLE_PROVIDER);
            assertThat(log.rest()).isEmpty();
        }
    }

    @Test
    @DisplayName("R3.5 R2.15 after DISABLE nothing is enabled, and its values are zeros")
    void shouldSwitchOffEverything() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            fixture.controller.enable("a", EnableRequest.of(registration.schema().id(), Enablement.of(5, 0x3, 0x1))
                    .from(SOURCE), RingsideFixture.TIMEOUT);
            assertThat(registration.isEnabled(5, 0x1)).isTrue();
            assertThat(log.next().sourceId()).isEqualTo(SOURCE);
            fixture.controller.disable("a", registration.schema().id(), RingsideFixture.TIMEOUT);
            final Told told = log.next();
            assertThat(told.summary()).isEqualTo("DISABLE");
            assertThat(told.sourceId()).isNull();
            assertThat(told.filterData()).isEmpty();
            assertThat(registration.isEnabled(0, 0)).isFalse();
            assertThat(registration.events()).noneMatch(event -> event.isEnabled());
        }
    }

    @Test
    @DisplayName("R3.6 the source is the controller's; none if pre-enabled, at a stop, and by EnableTrace")
    void shouldTellTheSource() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            final EnableRequest request = EnableRequest.of(registration.schema().id(), Enablement.of(5, 0, 0));
            fixture.controller.enable("a", request.from(SOURCE), RingsideFixture.TIMEOUT);
            assertThat(log.next().sourceId()).isEqualTo(SOURCE);

            final CallbackLog later = new CallbackLog();
            ringside.register(RingsideFixture.SCHEMA, later, null).close();
            assertThat(later.next().sourceId()).as("enabled before it registered")
                    .isNull();

            fixture.controller.enable("b", request.from(SOURCE), RingsideFixture.TIMEOUT);
            assertThat(log.next().sourceId()).isEqualTo(SOURCE);
            fixture.controller.stop("a", RingsideFixture.TIMEOUT);
            final Told stopped = log.next();
            assertThat(stopped.code()).isEqualTo(ControlNotice.ENABLE_PROVIDER);
            assertThat(stopped.sourceId()).as("a session has stopped").isNull();

            fixture.controller.enable("b", request, RingsideFixture.TIMEOUT);
            assertThat(log.next().sourceId()).as("as EnableTrace, without a source")
                    .isNull();
        }
    }

    @Test
    @DisplayName("R4.35 EnableTrace(TRUE, 0x5, 4) calls with level 4, any 0x5, all 0 and no source")
    void shouldEnableAsEnableTraceDoes() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            fixture.controller.enable("a", EnableRequest.of(registration.schema().id(), Enablement.of(4, 0x5, 0)),
                    Duration.ZERO);
            final Told told = log.next();
            assertThat(told.level()).isEqualTo(4);
            assertThat(told.matchAny()).isEqualTo(0x5);
            assertThat(told.matchAll()).isZero();
            assertThat(told.sourceId()).isNull();
            fixture.controller.disable("a", registration.schema().id(), Duration.ZERO);
            assertThat(log.next().summary()).isEqualTo("DISABLE");
        }
    }

    @Test
    @DisplayName("R3.22 an enabled provider is called while it registers, on that thread, and may write at once")
    void shouldCallInlineWhileRegistering() {
        enable("a", 5, 0x1);
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            assertThat(log.rest()).singleElement().satisfies(told -> {
                assertThat(told.summary()).isEqualTo("(5,0x1,ENABLE)");
                assertThat(told.thread()).isSameAs(Thread.currentThread());
            });
            assertThat(WriteResult.written(registration.event("low").write())).isEqualTo(1);
            enable("a", 4, 0x1);
            assertThat(log.next().thread()).as("later calls").isNotSameAs(Thread.currentThread());
        }
    }

    @Test
    @DisplayName("R3.24 the observed sequence of two sessions that enable and stop")
    void shouldTellTheObservedSequence() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            enable("a", 5, 0x1);
            assertThat(log.next().summary()).isEqualTo("(5,0x1,ENABLE)");
            enable("b", 4, 0x2);
            assertThat(log.next().summary()).isEqualTo("(5,0x3,ENABLE)");
            fixture.controller.stop("a", RingsideFixture.TIMEOUT);
            assertThat(log.next().summary()).isEqualTo("(4,0x2,ENABLE)");
            fixture.controller.stop("b", RingsideFixture.TIMEOUT);
            assertThat(log.next().summary()).isEqualTo("DISABLE");
            assertThat(log.rest()).isEmpty();
            assertThat(registration.isEnabled(0, 0)).isFalse();
        }
    }

    @Test
    @DisplayName("R3.25 registering without a session enables nothing and calls nobody")
    void shouldCallNobodyWithoutASession() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            assertThat(registration.isEnabled(0, 0)).isFalse();
            fixture.controller.enable("a", EnableRequest.of("Test.Other", Enablement.of(5, 0, 0)), Duration.ZERO);
            // Its answer comes behind all that the process has to do for the session.
            enable("b", 5, 0);
            assertThat(log.next().changes()).extracting(ControlNotice.SessionChange::sessionName).containsExactly("b");
            assertThat(log.rest()).isEmpty();
        }
    }

    @Test
    @DisplayName("R3.27 without a callback a provider is enabled and records")
    void shouldRecordWithoutACallback() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, null, null)) {
            enable("a", 5, 0x1);
            assertThat(WriteResult.written(registration.event("low").write())).isEqualTo(1);
            assertThat(fixture.controller.query("a").ledger().totals().wanted()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R3.4 a callback is told what has changed: which session, what it wanted and what it wants")
    void shouldTellWhatHasChanged() {
        final List<SessionRow> sessions = fixture.controller.rows();
        final WriteOptions.Target a = new WriteOptions.Target(sessions.get(0).slot(), sessions.get(0).id());
        final WriteOptions.Target b = new WriteOptions.Target(sessions.get(1).slot(), sessions.get(1).id());
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, log, null)) {
            enable("a", 2, 0);
            enable("b", 3, 0);
            enable("a", 5, 0);
            enable("a", 5, 0);
            fixture.controller.disable("b", registration.schema().id(), RingsideFixture.TIMEOUT);
            assertThat(log.rest()).extracting(Told::changes).containsExactly(
                    List.of(new ControlNotice.SessionChange(a, "a", null, Enablement.of(2, 0, 0))),
                    List.of(new ControlNotice.SessionChange(b, "b", null, Enablement.of(3, 0, 0))),
                    List.of(new ControlNotice.SessionChange(a, "a", Enablement.of(2, 0, 0), Enablement.of(5, 0, 0))),
                    List.of(new ControlNotice.SessionChange(a, "a", Enablement.of(5, 0, 0), Enablement.of(5, 0, 0))),
                    List.of(new ControlNotice.SessionChange(b, "b", Enablement.of(3, 0, 0), null)));
        }
    }

    private void enable(final String session, final int level, final long any) {
        assertThat(fixture.controller.enable(session,
                EnableRequest.of(RingsideFixture.SCHEMA.name(), Enablement.of(level, any, 0)),
                RingsideFixture.TIMEOUT).timedOut()).isEmpty();
    }

    private void capture(final String session) {
        assertThat(fixture.controller.captureState(session, RingsideFixture.SCHEMA.id(), Enablement.of(0, 0, 0),
                RingsideFixture.TIMEOUT).timedOut()).isEmpty();
    }
}
