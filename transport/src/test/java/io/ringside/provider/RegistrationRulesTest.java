package io.ringside.provider;

import io.ringside.control.ProviderInfo;
import io.ringside.event.EventDescriptor;
import io.ringside.event.EventLimits;
import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What registering promises, and what ends it. */
@Timeout(60)
class RegistrationRulesTest {
    private RingsideFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R2.1 registering needs nothing that is installed, and gives a handle")
    void shouldRegisterWithoutAnythingInstalled() {
        assertThat(fixture.controller.providers()).isEmpty();
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
            assertThat(registration.problem()).isNull();
            assertThat(registration.events()).hasSize(2);
            assertThat(providerIds()).containsExactly(RingsideFixture.SCHEMA.id());
        }
    }

    @Test
    @DisplayName("R2.2 two registrations of a provider are two handles")
    void shouldKeepTwoRegistrationsOfAProviderApart() {
        fixture.start("both");
        fixture.enable("both", 5);
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderRegistration first = ringside.register(RingsideFixture.SCHEMA);
            final ProviderRegistration second = ringside.register(RingsideFixture.SCHEMA);
            final ProviderEvent low = first.event("low");
            assertThat(low).isNotSameAs(second.event("low"));
            assertThat(registrations()).isEqualTo(2);
            assertThat(WriteResult.written(low.write())).isEqualTo(1);
            assertThat(WriteResult.written(second.event("low").write())).isEqualTo(1);

            first.close();
            assertThat(registrations()).isEqualTo(1);
            assertThat(WriteResult.status(low.write())).isEqualTo(WriteResult.Status.INVALID_HANDLE);
            assertThat(WriteResult.written(second.event("low").write())).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R2.2 a killed process is listed no longer")
    void shouldForgetTheRegistrationsOfAKilledProcess() throws IOException {
        try (ChildJvm child = ChildJvm.start(List.of(), RegisteredApplication.class,
                fixture.participant.directory().path().toString())) {
            assertThat(child.readLine()).isEqualTo("ACTIVE ACTIVE");
            assertThat(registrations()).isEqualTo(2);
            child.kill();
            assertThat(fixture.controller.providers()).isEmpty();
        }
    }

    @Test
    @DisplayName("R2.3 a process registers 1,024 providers; one more is refused with its reason, the others go on")
    void shouldRefuseOneProviderTooMany() {
        fixture.start("all");
        fixture.enable("all", 5);
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration first = ringside.register(RingsideFixture.SCHEMA)) {
            for (int i = 1; i < EventLimits.PROVIDERS_PER_PROCESS_MAX; i++) {
                assertThat(ringside.register(schema("Test.Many" + i)).status()).as("provider %d", i + 1)
                        .isEqualTo(ProviderRegistration.Status.ACTIVE);
            }
            final ProviderRegistration refused = ringside.register(schema("Test.TooMany"));
            assertThat(refused.status()).isEqualTo(ProviderRegistration.Status.UNAVAILABLE);
            assertThat(refused.problem()).contains("max=1024");
            assertThat(WriteResult.wanted(refused.event("written").write())).isZero();

            assertThat(WriteResult.written(first.event("low").write())).isEqualTo(1);
            assertThat(ringside.register(RingsideFixture.SCHEMA).status()).as("a provider that is known")
                    .isEqualTo(ProviderRegistration.Status.ACTIVE);
        }
    }

    @Test
    @DisplayName("R2.4 one unregister ends one registration, and nothing else")
    void shouldEndARegistrationOnce() {
        fixture.start("ended");
        fixture.enable("ended", 5);
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
            final ProviderEvent low = registration.event("low");
            assertThat(WriteResult.written(low.write())).isEqualTo(1);
            registration.close();
            registration.close();
            assertThat(registrations()).isZero();
            assertThat(WriteResult.status(low.write())).isEqualTo(WriteResult.Status.INVALID_HANDLE);
            assertThat(fixture.controller.query("ended").ledger().totals().wanted()).isEqualTo(1);
        }
    }

    private List<UUID> providerIds() {
        return fixture.controller.providers().stream().map(ProviderInfo::id).toList();
    }

    private long registrations() {
        return fixture.controller.providers().stream().mapToLong(ProviderInfo::registrations).sum();
    }

    private static ProviderSchema schema(final String name) {
        return ProviderSchema.builder(name).event("written", EventDescriptor.of(1, 4, 1)).build();
    }
}
