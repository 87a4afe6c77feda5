package io.ringside.provider;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.StandingOrders;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Enabling a group reaches every registration whose traits name it, but those that the session leaves out. */
@Timeout(60)
class ProviderGroupTest {
    private static final UUID GROUP = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    private static final ProviderTraits MEMBER = ProviderTraits.of("member").inGroup(GROUP);
    private static final ProviderSchema FIRST = schema("Test.First");
    private static final ProviderSchema SECOND = schema("Test.Second");
    private static final ProviderSchema OUTSIDE = schema("Test.Outside");

    private RingsideFixture fixture;
    private Ringside ringside;

    @BeforeEach
    void connect(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
        ringside = Ringside.connect(fixture.context());
        fixture.start("session");
    }

    @AfterEach
    void close() {
        ringside.close();
        fixture.close();
    }

    @Test
    @DisplayName("R2.18 enable a group: both members that write are recorded; disallow one: only the other")
    void shouldRecordEveryMember() {
        final ProviderEvent first = ringside.register(FIRST.withTraits(MEMBER)).event("written");
        final ProviderEvent outside = ringside.register(OUTSIDE).event("written");
        enableGroup(Level.INFORMATION, 0);
        final ProviderEvent second = ringside.register(SECOND.withTraits(MEMBER)).event("written");

        write(first, 1);
        write(second, 2);
        write(outside, 3);
        assertThat(recorded()).containsExactlyInAnyOrder(1L, 2L);
        disallow(Set.of(FIRST.id()));
        write(first, 4);
        write(second, 5);
        write(outside, 6);
        assertThat(recorded()).containsExactly(5L);
        assertThat(fixture.lost).isZero();
    }

    @Test
    void shouldReachEveryMember() {
        final ProviderEvent first = ringside.register(FIRST.withTraits(MEMBER)).event("written");
        final ProviderEvent outside = ringside.register(OUTSIDE).event("written");

        assertThat(enableGroup(Level.INFORMATION, 0).acknowledged()).isEqualTo(1);

        final ProviderEvent second = ringside.register(SECOND.withTraits(MEMBER)).event("written");
        assertThat(enabled(first, second, outside)).containsExactly(true, true, false);
        disallow(Set.of(FIRST.id()));
        assertThat(enabled(first, second, outside)).containsExactly(false, true, false);
        disallow(Set.of());
        assertThat(enabled(first, second, outside)).containsExactly(true, true, false);
        fixture.controller.disable("session", GROUP, RingsideFixture.TIMEOUT);
        assertThat(enabled(first, second, outside)).containsExactly(false, false, false);
    }

    @Test
    @DisplayName("R4.56 at most 64 sessions; the list of who is left out of a group reads back what was set")
    void shouldTellWhatIsLeftOut() {
        assertThat(fixture.controller.sessionsMax()).isEqualTo(64);
        enableGroup(Level.INFORMATION, 0);
        assertThat(fixture.controller.disallowed("session", GROUP)).isEmpty();

        disallow(Set.of(FIRST.id(), SECOND.id()));

        assertThat(fixture.controller.disallowed("session", GROUP)).containsExactlyInAnyOrder(FIRST.id(), SECOND.id());
        enableGroup(Level.ERROR, 0);
        assertThat(fixture.controller.disallowed("session", GROUP)).containsExactlyInAnyOrder(FIRST.id(), SECOND.id());
        disallow(Set.of(SECOND.id()));
        assertThat(fixture.controller.disallowed("session", GROUP)).containsExactly(SECOND.id());
        disallow(ids(StandingOrders.DISALLOWED_MAX));
        assertThat(fixture.controller.disallowed("session", GROUP)).hasSize(StandingOrders.DISALLOWED_MAX);
        final Set<UUID> tooMany = ids(StandingOrders.DISALLOWED_MAX + 1);
        refused(ErrorCode.INVALID_ARGUMENT, () -> disallow(tooMany));
        assertThat(fixture.controller.disallowed("session", GROUP)).hasSize(StandingOrders.DISALLOWED_MAX);
    }

    @Test
    @DisplayName("R2.18 partly: \"recorded events\" filters by id, name and payload do not go with a group")
    void shouldRefuseFiltersOfEvents() {
        final Enablement ofGroup = Enablement.of(Level.INFORMATION, 0, 0, EnableProperty.PROVIDER_GROUP);
        for (final EnablementFilters.Builder filters : List.of(
                EnablementFilters.builder().eventIds(EventIdFilter.in(1)),
                EnablementFilters.builder().eventNames(EventNameFilter.in(List.of("written"))),
                EnablementFilters.builder().payload("price > 1"))) {
            assertThatThrownBy(() -> ofGroup.withFilters(filters.build())).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("cannot be combined with a provider group");
        }
    }

    @Test
    void shouldLeaveOutOnlyFromAGroupThatIsEnabled() {
        refused(ErrorCode.NOT_FOUND, () -> disallow(Set.of(FIRST.id())));
        enable(FIRST, Level.ERROR);
        refused(ErrorCode.INVALID_ARGUMENT, () -> fixture.controller.disallow("session", FIRST.id(),
                Set.of(SECOND.id()), RingsideFixture.TIMEOUT));
        refused(ErrorCode.INVALID_ARGUMENT, () -> fixture.controller.disallowed("session", FIRST.id()));
        refused(ErrorCode.NOT_FOUND, () -> fixture.controller.disallowed("session", GROUP));
    }

    @Test
    void shouldReachAProviderWhoseTraitsAreSetLater() {
        enableGroup(Level.INFORMATION, 0);
        final ProviderRegistration registration = ringside.register(FIRST);
        final ProviderEvent declared = registration.event("written");
        final ProviderEvent described = registration.selfDescribing("improved").level(4).keyword(1).intern();
        assertThat(enabled(declared, described)).containsExactly(false, false);

        assertThat(registration.traits(MEMBER)).isTrue();

        assertThat(enabled(declared, described)).containsExactly(true, true);
        final ProviderEvent later = registration.selfDescribing("later").level(4).keyword(1).intern();
        assertThat(enabled(later)).containsExactly(true);
        disallow(Set.of(FIRST.id()));
        assertThat(enabled(declared, described, later)).containsExactly(false, false, false);
    }

    @Test
    void shouldLetWhatASessionHasEnabledOfTheProviderItselfDecide() {
        final ProviderEvent first = ringside.register(FIRST.withTraits(MEMBER)).event("written");
        final ProviderEvent second = ringside.register(SECOND.withTraits(MEMBER)).event("written");
        enable(FIRST, Level.CRITICAL);

        enableGroup(Level.INFORMATION, 0);
        assertThat(enabled(first, second)).as("its own level is too low").containsExactly(false, true);
        disallow(Set.of(FIRST.id(), SECOND.id()));
        enable(FIRST, Level.INFORMATION);
        assertThat(enabled(first, second)).as("left out of the group only").containsExactly(true, false);
        fixture.controller.disable("session", FIRST.id(), RingsideFixture.TIMEOUT);
        assertThat(enabled(first, second)).containsExactly(false, false);
        disallow(Set.of());
        assertThat(enabled(first, second)).as("the group's again").containsExactly(true, true);
    }

    @Test
    void shouldKeepTheGroupsOfSessionsApart() {
        final ProviderEvent first = ringside.register(FIRST.withTraits(MEMBER)).event("written");
        fixture.start("other");
        enableGroup(Level.INFORMATION, 0);
        fixture.controller.enable("other", group(Level.INFORMATION, 0), RingsideFixture.TIMEOUT);
        disallow(Set.of(FIRST.id()));

        assertThat(enabled(first)).as("by the other session").containsExactly(true);
        fixture.controller.stop("other", RingsideFixture.TIMEOUT);
        assertThat(enabled(first)).containsExactly(false);
    }

    @Test
    void shouldReplaceAnIdThatWasAProviderByOneThatIsAGroup() {
        final ProviderEvent first = ringside.register(FIRST.withTraits(MEMBER)).event("written");
        fixture.controller.enable("session", EnableRequest.of(GROUP, Enablement.of(Level.INFORMATION, 0, 0)),
                RingsideFixture.TIMEOUT);
        assertThat(enabled(first)).as("no provider has this id").containsExactly(false);
        enableGroup(Level.INFORMATION, 0);
        assertThat(enabled(first)).containsExactly(true);
        fixture.controller.enable("session", EnableRequest.of(GROUP, Enablement.of(Level.INFORMATION, 0, 0)),
                RingsideFixture.TIMEOUT);
        assertThat(enabled(first)).containsExactly(false);
    }

    @Test
    void shouldWaitForTheCallbacksOfMembers() {
        final CallbackLog log = new CallbackLog();
        ringside.register(FIRST.withTraits(MEMBER), log, null);
        log.rest();

        enableGroup(Level.ERROR, 0x1);
        assertThat(log.rest()).extracting(CallbackLog.Told::summary).containsExactly("(2,0x1,ENABLE)");
        disallow(Set.of(FIRST.id()));
        assertThat(log.rest()).extracting(CallbackLog.Told::summary).containsExactly("DISABLE");
    }

    @Test
    void shouldRefuseACallbackThatWouldWaitForItselfInItsGroup() {
        final BlockingQueue<ErrorCode> refusals = new LinkedBlockingQueue<>();
        ringside.register(FIRST.withTraits(MEMBER), notice -> {
            if (notice.level() == Level.ERROR) {
                try {
                    enableGroup(Level.CRITICAL, 0);
                } catch (final RingsideException e) {
                    refusals.add(e.code());
                }
            }
        }, null);

        enableGroup(Level.ERROR, 0);

        assertThat(refusals).containsExactly(ErrorCode.WOULD_DEADLOCK);
    }

    @Test
    void shouldTellTheGroupsEnablementWithItsMembers() {
        ringside.register(FIRST.withTraits(MEMBER));
        ringside.register(SECOND.withTraits(MEMBER));
        enableGroup(Level.INFORMATION, 0);
        disallow(Set.of(SECOND.id()));

        assertThat(fixture.controller.providers()).filteredOn(provider -> provider.id().equals(FIRST.id()))
                .singleElement().satisfies(provider -> assertThat(provider.enabledBy()).singleElement()
                        .satisfies(row -> assertThat(row.providerId()).isEqualTo(GROUP)));
        assertThat(fixture.controller.providers()).filteredOn(provider -> provider.id().equals(SECOND.id()))
                .singleElement().satisfies(provider -> assertThat(provider.enabledBy()).isEmpty());
    }

    private void write(final ProviderEvent event, final long number) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        payload.putLong(0, number);
        assertThat(WriteResult.isOk(event.write(payload, 0, Long.BYTES))).isTrue();
    }

    /** Numbers of the events that were recorded since the last look. */
    private List<Long> recorded() {
        fixture.events.clear();
        try (SessionDrain drain = fixture.drain(fixture.controller.row("session"))) {
            fixture.drainAll(drain);
        }
        return List.copyOf(fixture.events);
    }

    private Outcome.Answers enableGroup(final int level, final long keywords) {
        return fixture.controller.enable("session", group(level, keywords), RingsideFixture.TIMEOUT);
    }

    private static EnableRequest group(final int level, final long keywords) {
        return EnableRequest.of(GROUP, Enablement.of(level, keywords, 0, EnableProperty.PROVIDER_GROUP));
    }

    private void enable(final ProviderSchema provider, final int level) {
        fixture.controller.enable("session", EnableRequest.of(provider.name(), Enablement.of(level, 0, 0)),
                RingsideFixture.TIMEOUT);
    }

    private void disallow(final Set<UUID> providerIds) {
        fixture.controller.disallow("session", GROUP, providerIds, RingsideFixture.TIMEOUT);
    }

    private static List<Boolean> enabled(final ProviderEvent... events) {
        return Stream.of(events).map(ProviderEvent::isEnabled).toList();
    }

    private static void refused(final ErrorCode code, final Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(code));
    }

    private static Set<UUID> ids(final int count) {
        return Stream.iterate(1, i -> i + 1).limit(count).map(i -> new UUID(9, i))
                .collect(Collectors.toSet());
    }

    private static ProviderSchema schema(final String name) {
        return ProviderSchema.builder(name).event("written", EventDescriptor.of(1, Level.INFORMATION, 1),
                FieldSchema.of("number", FieldType.INT64)).build();
    }
}
