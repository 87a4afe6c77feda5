package io.ringside.cli.session;

import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.control.ProviderInfo;
import io.ringside.event.EventDescriptor;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EnablementSwitchTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final String PROVIDER = "Test.Switched";
    private static final ProviderSchema SCHEMA = ProviderSchema.builder(PROVIDER)
            .event("happened", EventDescriptor.of(1, 4, 1), List.of()).build();

    private final Path directory;
    private final Controller controller;
    private final EnablementSwitch.Memory memory = new EnablementSwitch.Memory();

    EnablementSwitchTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        directory = folder.resolve("trace");
        controller = Controller.open(directory);
        controller.start("trading");
    }

    @AfterEach
    void close() {
        controller.close();
    }

    @Test
    void shouldEnableWithEverythingWhatWasNotEnabledBefore() {
        try (Ringside ringside = connect(); ProviderRegistration registration = ringside.register(SCHEMA)) {
            assertThat(registration.isEnabled(4, 6)).isFalse();
            assertThat(memory.flip(now(), controller)).isEqualTo(PROVIDER
                    + " is enabled in trading with all levels and keywords: 1 process acknowledged, 0 timed out");
            assertThat(stored().provider()).isEqualTo(PROVIDER);
            assertThat(stored().enablement()).isEqualTo(Enablement.of(255, 0, 0));
            assertThat(registration.isEnabled(4, 6)).isTrue();
        }
    }

    @Test
    void shouldEnableAgainAsItWasBeforeItWasDisabled() {
        final UUID source = new UUID(7, 8);
        final Enablement enablement = Enablement.of(4, 6, 2)
                .withFilters(EnablementFilters.builder().eventIds(EventIdFilter.in(1, 5)).build());
        controller.enable("trading", EnableRequest.of(PROVIDER, enablement).from(source)
                .withCapturePeriod(Duration.ofMinutes(1)), Duration.ZERO);
        try (Ringside ringside = connect(); ProviderRegistration registration = ringside.register(SCHEMA)) {
            assertThat(registration.isEnabled(4, 6)).isTrue();
            assertThat(memory.flip(now(), controller))
                    .isEqualTo(PROVIDER + " is disabled in trading: 1 process acknowledged, 0 timed out");
            assertThat(controller.query("trading").enablements()).isEmpty();
            assertThat(memory.flip(now(), controller)).startsWith(PROVIDER + " is enabled in trading as before: ");
            assertThat(stored().provider()).isEqualTo(PROVIDER);
            assertThat(stored().enablement()).isEqualTo(enablement);
            assertThat(stored().sourceId()).isEqualTo(source);
            assertThat(stored().capturePeriod()).isEqualTo(Duration.ofMinutes(1));
        }
    }

    @Test
    void shouldNotDisableWhatItCouldNotEnableAgain() {
        controller.enable("trading", EnableRequest.of(PROVIDER, Enablement.of(4, 0, 0)), Duration.ZERO);
        assertThatThrownBy(() -> memory.flip(now(), controller)).isInstanceOf(RingsideException.class)
                .hasMessageEndingWith("run ringside disable trading " + PROVIDER);
        assertThat(stored().enablement().level()).isEqualTo(4);
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(directory).registerTimeoutNs(TIMEOUT_NS));
    }

    private EnablementInfo stored() {
        return controller.query("trading").enablements().get(0);
    }

    private EnablementSwitch now() {
        final ProviderInfo provider = controller.providers().stream().filter(each -> each.name().equals(PROVIDER))
                .findFirst().orElseThrow();
        return new EnablementSwitch(controller.sessions().get(0), provider,
                provider.enabledBy().stream().findFirst().orElse(null));
    }
}
