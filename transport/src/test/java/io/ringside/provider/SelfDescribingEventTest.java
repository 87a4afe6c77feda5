package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.control.ProviderInfo;
import io.ringside.event.EventDescriptor;
import io.ringside.event.EventLimits;
import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Events that are described on the fly: who wants them, and that each content is made known once. */
@Timeout(60)
class SelfDescribingEventTest {
    private static final FieldSchema PRICE = FieldSchema.of("price", FieldType.INT64);

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
    @DisplayName("R2.23 partly: \"99 fields; ext item 11\" nothing but the name has to be said")
    void shouldDescribeAnEventByItsNameAlone() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent event = registration.selfDescribing("improved").intern();

            assertThat(event.schema().name()).isEqualTo("improved");
            assertThat(event.schema().descriptor())
                    .isEqualTo(
                            EventDescriptor.of(0, 0, EventDescriptor.CHANNEL_SELF_DESCRIBING, Level.VERBOSE, 0, 0, 0));
            assertThat(registration.problem(event)).isNull();
            assertThat(registration.problem(registration.event("low"))).isNull();
            assertThat(registration.events()).as("declared").hasSize(2).doesNotContain(event);
        }
    }

    @Test
    @DisplayName("R2.23 partly: \"the record\" a content is known once, another of the same name is another event")
    void shouldMakeEachContentKnownOnce() {
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderRegistration one = ringside.register(RingsideFixture.SCHEMA);
            final ProviderRegistration other = ringside.register(RingsideFixture.SCHEMA);
            final ProviderEvent event = one.selfDescribing("improved").level(3).fields(PRICE).intern();

            assertThat(one.selfDescribing("improved").level(3).fields(PRICE).intern()).isSameAs(event);
            assertThat(one.selfDescribing("improved").level(2).fields(PRICE).intern()).isNotSameAs(event);
            assertThat(one.selfDescribing("improved").level(3).intern()).isNotSameAs(event);
            assertThat(other.selfDescribing("improved").level(3).fields(PRICE).intern())
                    .as("a handle of another registration, but no other schema").isNotSameAs(event);

            assertThat(provider().schemas()).hasSize(4);
            assertThat(provider().registrations()).as("events are no registrations").isEqualTo(2);
            assertThat(provider().schemas()).flatExtracting(ProviderSchema::events).extracting(EventSchema::name)
                    .containsExactlyInAnyOrder("low", "high", "improved", "improved", "improved");
            one.close();
            other.close();
            assertThat(fixture.controller.providers()).isEmpty();
        }
    }

    @Test
    void shouldLetLevelAndKeywordDecideAsForDeclaredEvents() {
        fixture.start("before");
        fixture.controller.enable("before", request(3, 0x2), RingsideFixture.TIMEOUT);
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent wanted = registration.selfDescribing("wanted").level(3).keyword(0x2).intern();
            final ProviderEvent tooVerbose = registration.selfDescribing("tooVerbose").level(4).keyword(0x2).intern();
            final ProviderEvent other = registration.selfDescribing("other").level(3).keyword(0x4).intern();

            assertThat(written(wanted)).as("of the very first write").isEqualTo(1);
            assertThat(tooVerbose.isEnabled()).isFalse();
            assertThat(other.isEnabled()).isFalse();

            fixture.start("later");
            fixture.controller.enable("later", request(5, 0x4 | 0x2), RingsideFixture.TIMEOUT);
            assertThat(written(wanted)).isEqualTo(2);
            assertThat(written(tooVerbose)).isEqualTo(1);
            assertThat(written(other)).isEqualTo(1);

            fixture.controller.disable("before", RingsideFixture.SCHEMA.id(), RingsideFixture.TIMEOUT);
            assertThat(written(wanted)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R4.40 partly: \"limits\" EVENT_NAME filters these events, and EVENT_ID passes them by")
    void shouldBeFilteredByNameAndNotById() {
        fixture.start("named");
        fixture.start("numbered");
        enable("named", EnablementFilters.builder().eventNames(EventNameFilter.in(List.of("wanted"))));
        enable("numbered", EnablementFilters.builder().eventIds(EventIdFilter.in(1)));
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            assertThat(written(registration.selfDescribing("wanted").intern())).as("named, numbered").isEqualTo(2);
            assertThat(written(registration.selfDescribing("other").intern())).as("numbered").isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseWhatIsNoEvent() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final SelfDescribingEvent wide = registration.selfDescribing("wide").fields(IntStream.range(0, 100)
                    .mapToObj(i -> FieldSchema.of("f" + i, FieldType.INT8)).toArray(FieldSchema[]::new));
            assertThatThrownBy(wide::intern).isInstanceOf(RingsideException.class).hasMessageContaining("max=99");
            assertThatThrownBy(registration.selfDescribing("l").level(256)::intern)
                    .isInstanceOf(RingsideException.class).hasMessageContaining("field=level, value=256");
            assertThat(provider().schemas()).hasSize(1);
        }
    }

    @Test
    @DisplayName("R2.5 partly: \"before register\" a handle ends with its registration")
    void shouldEndWithItsRegistration() {
        fixture.start("session");
        fixture.enable("session", 5);
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
            final ProviderEvent event = registration.selfDescribing("improved").intern();
            assertThat(written(event)).isEqualTo(1);

            registration.close();

            assertThat(WriteResult.status(event.write())).isEqualTo(WriteResult.Status.INVALID_HANDLE);
            final ProviderEvent late = registration.selfDescribing("late").intern();
            assertThat(WriteResult.status(late.write())).isEqualTo(WriteResult.Status.INVALID_HANDLE);
            assertThat(registration.problem(late)).contains(
                    "not registered any more: provider=Test.Orders");
        }
    }

    @Test
    void shouldBeWantedByNobodyUntilItIsKnown() {
        fixture.start("session");
        fixture.enable("session", 5);
        try (Ringside ringside = Ringside.connect(fixture.context().registerTimeoutNs(0));
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent event = registration.selfDescribing("improved").intern();
            if (registration.problem(event) != null) {
                assertThat(WriteResult.status(event.write())).isEqualTo(WriteResult.Status.OK);
            }

            await().until(event::isEnabled);
            assertThat(registration.problem(event)).isNull();
            assertThat(written(event)).isEqualTo(1);
        }
    }

    @Test
    void shouldBeTriedAgainAfterAFailure() throws IOException {
        fixture.start("session");
        fixture.enable("session", 5);
        final Path schemas = fixture.directory.providers();
        final Path away = schemas.resolveSibling("away");
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            Files.move(schemas, away);
            final ProviderEvent failed = registration.selfDescribing("improved").intern();
            assertThat(registration.problem(failed)).isNotNull();
            assertThat(WriteResult.wanted(failed.write())).isZero();
            Files.move(away, schemas);

            final ProviderEvent event = registration.selfDescribing("improved").intern();

            assertThat(event).as("the handle that the application has").isSameAs(failed);
            assertThat(registration.problem(event)).isNull();
            assertThat(written(event)).isEqualTo(1);
        }
    }

    @Test
    void shouldSayWhyNobodyWantsItWhereTracingIsOff() {
        final Ringside ringside = Ringside.connect(fixture.context());
        ringside.close();
        final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
        final ProviderEvent event = registration.selfDescribing("improved").intern();

        assertThat(WriteResult.wanted(event.write())).isZero();
        assertThat(registration.problem(event)).isEqualTo(registration.problem()).isNotNull();
    }

    @Test
    @DisplayName("R2.23 partly: \"the record\" more descriptions than there may be are refused by their limit")
    void shouldNameTheLimitOfDescriptions() {
        fixture.start("session");
        fixture.enable("session", 5);
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
                ProviderRegistration second = ringside.register(RingsideFixture.SCHEMA)) {
            final List<ProviderEvent> events = new ArrayList<>();
            for (int i = 0; i < EventLimits.SELF_DESCRIBING_PER_PROCESS_MAX; i++) {
                events.add(registration.selfDescribing("event" + i).intern());
            }
            assertThat(events).allMatch(ProviderEvent::isEnabled);
            final ProviderEvent ofFirst = registration.selfDescribing("tooMany").intern();
            final ProviderEvent ofSecond = second.selfDescribing("tooMany").intern();

            for (final ProviderEvent refused : List.of(ofFirst, ofSecond)) {
                assertThat(WriteResult.wanted(refused.write())).isZero();
                assertThat(WriteResult.status(refused.write())).isEqualTo(WriteResult.Status.OK);
            }
            assertThat(registration.problem(ofFirst)).contains("max=2048");
            assertThat(second.problem(ofSecond)).contains("max=2048");
            assertThat(second.selfDescribing("event7").intern().isEnabled()).as("a content that is known").isTrue();
            assertThat(ringside.register(ProviderSchema.builder("Test.Other").build()).status())
                    .as("providers have their own room").isEqualTo(ProviderRegistration.Status.ACTIVE);
        }
    }

    private void enable(final String session, final EnablementFilters.Builder filters) {
        fixture.controller.enable(session, EnableRequest.of(RingsideFixture.SCHEMA.name(),
                Enablement.of(5, 0, 0).withFilters(filters.build())), RingsideFixture.TIMEOUT);
    }

    private static EnableRequest request(final int level, final long keywords) {
        return EnableRequest.of(RingsideFixture.SCHEMA.name(), Enablement.of(level, keywords, 0));
    }

    private ProviderInfo provider() {
        final List<ProviderInfo> providers = fixture.controller.providers();
        assertThat(providers).hasSize(1);
        return providers.get(0);
    }

    private static int written(final ProviderEvent event) {
        return WriteResult.written(event.write());
    }
}
