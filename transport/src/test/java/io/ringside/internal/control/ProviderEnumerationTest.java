package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.control.EnableRequest;
import io.ringside.control.ProviderInfo.Instance;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What enumerating shows of providers, processes and enablements. */
@Timeout(120)
class ProviderEnumerationTest extends ControllerFixture {
    private static final ProviderSchema RISK = ProviderSchema.builder("Risk")
            .event("checked", EventDescriptor.of(1, 4, 0x1), List.of())
            .build();

    @Test
    @DisplayName("R4.55 a provider that is only enabled: one instance, PRE_ENABLE; registered: one with the pid")
    void shouldTellAPreEnabledProviderFromARegisteredOne() {
        controller.start(settings("night"));
        controller.enable("night", REQUEST, Duration.ZERO);

        final Instance waiting = only(instances(ORDERS.id()));
        assertThat(waiting.process()).isNull();
        assertThat(waiting.pid()).isZero();
        assertThat(waiting.registrations()).isZero();
        assertThat(only(waiting.enablements()).enablement()).isEqualTo(REQUEST.enablement());

        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            final Instance registered = only(instances(ORDERS.id()));
            assertThat(registered.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(registered.process()).isEqualTo(process.page().identity());
            assertThat(registered.registrations()).isEqualTo(1);
            assertThat(registered.enablements()).isEqualTo(waiting.enablements());
        }
    }

    @Test
    @DisplayName("R4.55 all ids, one provider, and one process with what it has registered")
    void shouldShowProvidersOfOneProcess() {
        controller.start(settings("night"));
        try (FakeProcess orders = new FakeProcess(directory, ORDERS);
                FakeProcess more = new FakeProcess(directory, ORDERS);
                FakeProcess risk = new FakeProcess(directory, RISK);
                FakeProcess dead = new FakeProcess(directory, RISK)) {
            final UUID deadId = dead.page().identity().id();
            dead.die();
            controller.enable("night", EnableRequest.of("Risk", Enablement.of(2, 0x1, 0)), Duration.ZERO);

            final List<Instance> all = controller.enumerate();

            assertThat(providerIds(all)).containsExactlyInAnyOrder(ORDERS.id(), RISK.id());
            assertThat(ofProvider(all, ORDERS.id())).extracting(instance -> instance.process())
                    .containsExactlyInAnyOrder(orders.page().identity(), more.page().identity());
            final Instance inRisk = only(ofProcess(all, risk.page().identity().id()));
            assertThat(inRisk.providerId()).isEqualTo(RISK.id());
            assertThat(only(inRisk.enablements()).enablement().level()).isEqualTo(2);
            assertThat(ofProcess(all, deadId)).isEmpty();
            assertThat(ofPid(all, ProcessHandle.current().pid())).hasSize(3);
            assertThat(ofPid(all, 0)).isEmpty();
            assertThat(ofProvider(all, new UUID(9, 9))).isEmpty();
        }
    }

    @Test
    @DisplayName("R4.34 enabling again replaces: one enablement is enumerated")
    void shouldEnumerateOneEnablementOfASession() {
        controller.start(settings("night"));
        controller.enable("night", EnableRequest.of("Orders", Enablement.of(2, ~0L, 0)), Duration.ZERO);
        controller.enable("night", EnableRequest.of("Orders", Enablement.of(5, ~0L, 0)), Duration.ZERO);

        assertThat(only(only(instances(ORDERS.id())).enablements()).enablement().level())
                .isEqualTo(5);
    }

    @Test
    @DisplayName("R4.33 eight sessions and as many more as there may be enable one provider; the rest is unaffected")
    void shouldLetAllSessionsEnableOneProvider() {
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            for (int i = 0; i < controller.sessionsMax(); i++) {
                controller.start(settings("s" + i));
                controller.enable("s" + i, REQUEST, Duration.ZERO);
            }
            assertThat(process.words().eventWordVolatile(0)).isEqualTo(-1L);
            assertCode(ErrorCode.LIMIT, () -> controller.start(settings("s64")), "slots=64, sessions=[s0, ");
            assertThat(process.words().eventWordVolatile(0)).isEqualTo(-1L);
            assertThat(only(instances(ORDERS.id())).enablements()).hasSize(64);

            controller.disable("s5", ORDERS.id(), Duration.ZERO);
            assertThat(process.words().eventWordVolatile(0)).isEqualTo(~(1L << 5));
            assertThat(only(instances(ORDERS.id())).enablements()).hasSize(63);
        }
    }

    @Test
    @DisplayName("R4.55 a thousand providers are enumerated as a few are")
    void shouldEnumerateAnyNumber() {
        final List<EnableRequest> requests = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            requests.add(EnableRequest.of("Provider-" + i, Enablement.of(4, i + 1, 0)));
        }
        final SessionRow session = controller.start(settings("night"), requests);

        final List<Instance> all = controller.enumerate();

        assertThat(providerIds(all)).hasSize(1_000).isSorted();
        assertThat(all).allMatch(instance -> instance.process() == null
                && only(instance.enablements()).sessionId() == session.id());
        assertThat(only(only(ofProvider(all, requests.get(17).providerId())).enablements()).enablement().matchAny())
                .isEqualTo(18);
    }

    @Test
    @DisplayName("R4.31 a provider nobody knows may be enabled, one without an id may not")
    void shouldEnableUnknownProvidersOnly() {
        controller.start(settings("night"));
        final UUID unknown = new UUID(4, 5);

        assertThat(controller.enable("night", EnableRequest.of(unknown, Enablement.of(4, 0, 0)), SECOND).timedOut())
                .isEmpty();
        assertThat(only(instances(unknown)).process()).isNull();
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> controller.enable("night",
                EnableRequest.of(new UUID(0, 0), Enablement.of(4, 0, 0)), Duration.ZERO), "provider has no id");
        assertThat(providerIds(controller.enumerate())).containsExactly(unknown);
    }

    @Test
    @DisplayName("R4.35 the old way to enable is level and flags, and nothing else")
    void shouldEnableTheOldWay() {
        controller.start(settings("night"));
        controller.enable("night", EnableRequest.of(ORDERS.id(), Enablement.of(4, 0x5, 0)),
                Duration.ofSeconds(Long.MAX_VALUE));

        final EnablementInfo row = only(only(instances(ORDERS.id())).enablements());
        assertThat(controller.enablements("night")).containsExactly(row);
        assertThat(row.enablement().level()).isEqualTo(4);
        assertThat(row.enablement().matchAny()).isEqualTo(0x5);
        assertThat(row.enablement().matchAll()).isZero();
        assertThat(row.sourceId()).isNull();
    }

    @Test
    void shouldLeaveOutWhatEndingSessionsHaveEnabled() {
        controller.start(settings("night"));
        controller.enable("night", REQUEST, Duration.ZERO);
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            process.applyRows();
            controller.stop("night", Duration.ZERO);

            assertThat(controller.rows()).as("still ending").hasSize(1);
            assertThat(only(instances(ORDERS.id())).enablements()).isEmpty();
        }
    }

    private static <T> T only(final List<T> list) {
        assertThat(list).hasSize(1);
        return list.get(0);
    }

    private List<Instance> instances(final UUID providerId) {
        return ofProvider(controller.enumerate(), providerId);
    }

    private static List<Instance> ofProvider(final List<Instance> all, final UUID providerId) {
        return all.stream().filter(instance -> instance.providerId().equals(providerId)).toList();
    }

    private static List<Instance> ofProcess(final List<Instance> all, final UUID processId) {
        return all.stream()
                .filter(instance -> instance.process() != null && instance.process().id().equals(processId)).toList();
    }

    private static List<Instance> ofPid(final List<Instance> all, final long pid) {
        return all.stream().filter(instance -> instance.process() != null && instance.pid() == pid).toList();
    }

    private static List<UUID> providerIds(final List<Instance> all) {
        return all.stream().map(Instance::providerId).distinct().toList();
    }
}
