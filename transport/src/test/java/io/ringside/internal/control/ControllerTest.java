package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.control.ProviderInfo;
import io.ringside.control.SessionStatus;
import io.ringside.event.Level;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How sessions begin, and what can be seen of them. */
@Timeout(60)
class ControllerTest extends ControllerFixture {
    @Test
    @DisplayName("R4.1 a session is started under its name")
    void shouldStartSession() {
        final SessionSettings settings = SessionSettings.builder("Orders Night").lanes(3).build();

        final SessionRow session = controller.start(settings);

        assertThat(session.name()).isEqualTo("Orders Night");
        assertThat(session.settings()).isEqualTo(settings.withUuid(session.settings().uuid()));
        assertThat(session.state()).isEqualTo(SessionInfo.State.RUNNING);
        assertThat(session.start()).isEqualTo(new ClockPair(7, 8));
        assertThat(session.controller()).isEqualTo(participant.incarnation());
        assertThat(controller.rows()).containsExactly(session);
        assertThat(directory.session(session.id())).isDirectory();
    }

    @Test
    @DisplayName("a tick is the same time in all sessions unless the wall clock was stepped between their starts")
    void shouldConvertByTheClocksOfTheSessionsThatRun() {
        final long wallNs = 1_700_000_000_000_000_000L;
        final Iterator<ClockPair> readings = List.of(new ClockPair(wallNs, 10), new ClockPair(wallNs + 1_831, 1_010),
                new ClockPair(wallNs + 200_000_000, 2_010), new ClockPair(wallNs + 200_001_900, 3_010)).iterator();
        final DirectoryController stepped = new DirectoryController(context(participant).startClock(readings::next));

        assertThat(stepped.start(settings("first")).start()).isEqualTo(new ClockPair(wallNs, 10));
        assertThat(stepped.start(settings("second")).start()).isEqualTo(new ClockPair(wallNs + 1_000, 1_010));
        assertThat(stepped.start(settings("stepped")).start()).isEqualTo(new ClockPair(wallNs + 200_000_000, 2_010));
        assertThat(stepped.start(settings("last")).start()).isEqualTo(new ClockPair(wallNs + 200_001_000, 3_010));
    }

    @Test
    @DisplayName("R4.1 names are unique whatever their letter case")
    void shouldRefuseNameInAnotherLetterCase() {
        controller.start(settings("Straße"));

        assertCode(ErrorCode.ALREADY_EXISTS, () -> controller.start(settings("STRAßE")), "name=Straße");
        assertThat(controller.rows()).hasSize(1);
        assertThat(FolderListing.namesIn(directory.sessions())).hasSize(1);
    }

    @Test
    @DisplayName("R4.1 a session is found whatever the letter case")
    void shouldFindSessionInAnotherLetterCase() {
        final SessionRow session = controller.start(settings("Night"));

        assertThat(controller.query("nIGHT").session()).isEqualTo(session);
        assertThat(controller.stop("NIGHT", Duration.ZERO).session().id()).isEqualTo(session.id());
    }

    @Test
    @DisplayName("R4.1 a name may have 1,024 characters")
    void shouldStartSessionWithLongestName() {
        final String longest = "\u20AC".repeat(1_024);

        assertThat(controller.start(settings(longest)).name()).isEqualTo(longest);
        assertThat(controller.rows()).extracting(SessionRow::name).containsExactly(longest);
        assertThatThrownBy(() -> settings(longest + "x")).isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldSayThatSessionIsUnknown() {
        controller.start(settings("one"));

        assertCode(ErrorCode.NOT_FOUND, () -> controller.enable("two", REQUEST, Duration.ZERO), "sessions=[one]");
        assertCode(ErrorCode.NOT_FOUND, () -> controller.disable("two", ORDERS.id(), Duration.ZERO), "name=two");
        assertCode(ErrorCode.NOT_FOUND, () -> controller.stop("two", Duration.ZERO), "name=two");
        assertCode(ErrorCode.NOT_FOUND, () -> controller.query("two"), "name=two");
    }

    @Test
    void shouldNameHoldersOfAllSlotsWhenNoneIsFree() {
        long lastId = 0;
        for (int i = 0; i < 64; i++) {
            final SessionRow session = controller.start(settings("s" + i));
            assertThat(session.slot()).isEqualTo(i);
            lastId = session.id();
        }

        assertCode(ErrorCode.LIMIT, () -> controller.start(settings("one more")), "slots=64, sessions=[s0, s1, ");
        assertThat(FolderListing.namesIn(directory.sessions())).hasSize(64);

        controller.stop("s17", Duration.ZERO);
        final SessionRow next = controller.start(settings("one more"));
        assertThat(next.slot()).isEqualTo(17);
        assertThat(next.id()).as("ids are never used twice").isEqualTo(lastId + 1);
    }

    @Test
    void shouldRefuseToStartWhileSlotsAreUnknown() throws IOException {
        final SessionRow session = controller.start(settings("one"));
        Files.writeString(directory.sessionRow(session.id()), "damaged");

        assertCode(ErrorCode.CORRUPT, () -> controller.start(settings("two")),
                directory.sessionRow(session.id()).toString());
        assertThat(controller.problems()).anyMatch(line -> line.contains("row is damaged"));
    }

    @Test
    @DisplayName("R4.3 a session outlives its controller")
    void shouldOutliveItsController() {
        final SessionRow session = controller.start(settings("night"));
        controller.enable("night", REQUEST, Duration.ZERO);
        participant.close();

        participant = Participant.join(directory);
        final DirectoryController next = controller(participant);
        next.start(settings("another"));

        assertThat(next.query("night").session().id()).isEqualTo(session.id());
        assertThat(next.query("night").session().isRunning()).isTrue();
        assertThat(next.query("night").enablements()).hasSize(1);
    }

    @Test
    void shouldListProvidersRegisteredAndEnabled() {
        controller.start(settings("night"));
        final UUID unknown = new UUID(9, 9);
        try (FakeProcess one = new FakeProcess(directory, ORDERS);
                FakeProcess two = new FakeProcess(directory, ORDERS);
                FakeProcess dead = new FakeProcess(directory, ORDERS)) {
            dead.die();
            controller.enable("night", REQUEST, Duration.ZERO);
            controller.enable("night", EnableRequest.of(unknown, Enablement.of(1, 0, 0)), Duration.ZERO);
            controller.enable("night", EnableRequest.of("Yet to come", Enablement.of(1, 0, 0)), Duration.ZERO);

            final List<ProviderInfo> providers = controller.providers();

            assertThat(providers).extracting(ProviderInfo::name)
                    .containsExactly(unknown.toString(), "Orders", "Yet to come");
            assertThat(providers.get(1).id()).isEqualTo(ORDERS.id());
            assertThat(providers.get(1).registrations()).isEqualTo(2);
            assertThat(providers.get(1).schemas()).containsExactly(ORDERS);
            assertThat(providers.get(1).processes()).containsExactlyInAnyOrder(one.page().identity(),
                    two.page().identity());
            assertThat(providers.get(1).enabledBy()).singleElement().extracting(EnablementInfo::enablement)
                    .isEqualTo(REQUEST.enablement());
            assertThat(providers.get(2).registrations()).isZero();
        }
    }

    @Test
    void shouldListSchemasAlsoOfProvidersWhoseProcessesHaveEnded() {
        try (FakeProcess dead = new FakeProcess(directory, ORDERS)) {
            dead.die();
        }

        assertThat(controller.schemas()).containsExactly(ORDERS);
        assertThat(controller.schemas().get(0)).as("read once").isSameAs(controller.schemas().get(0));
    }

    @Test
    void shouldFindTheRecordingOfASession() {
        controller.start(settings("night"));
        assertThat(controller.recordingFolder("NIGHT")).isNull();

        ledgers.recordTo("/data/night");

        assertThat(controller.recordingFolder("night")).isEqualTo(Path.of("/data/night"));
        assertCode(ErrorCode.NOT_FOUND, () -> controller.recordingFolder("day"), "name=day");
    }

    @Test
    void shouldConvertMomentsToTheClockOfTheSession() {
        final ClockPair start = new ClockPair(1_000_000, 10);
        final DirectoryController opened = new DirectoryController(context(participant).startClock(() -> start));

        assertThat(opened.start(settings("night")).timeNs(17)).isEqualTo(1_000_007);
    }

    @Test
    void shouldTellLedgerAndDrainOfSession() {
        controller.start(settings("night"));
        ledgers.write(4);
        ledgers.drainBy("record 4");

        final SessionStatus status = controller.query("night");

        assertThat(status.ledger().totals().inRing()).isEqualTo(4);
        assertThat(status.drain()).isEqualTo("record 4");
    }

    @Test
    void shouldTakeDefaultsWhenOnlyNamesAreGiven() {
        final Controller everyday = controller;
        assertThat(everyday.start("monday").settings().lanes()).isEqualTo(settings("any").lanes());
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            final long beforeNs = nowNs;
            assertThat(everyday.enable("monday", "Orders").timedOut()).containsExactly(process.description());
            assertThat(nowNs - beforeNs).isBetween(Controller.ENABLE_TIMEOUT.toNanos(),
                    Controller.ENABLE_TIMEOUT.toNanos() + SECOND_NS);
            assertThat(everyday.query("monday").enablements()).singleElement().satisfies(enabled -> {
                assertThat(enabled.provider()).isEqualTo("Orders");
                assertThat(enabled.enablement()).isEqualTo(Enablement.of(Level.MAX, 0, 0));
            });

            whileWaiting = process::applyRows;
            assertThat(everyday.captureState("monday", "Orders").isComplete()).isTrue();
            assertThat(everyday.disable("monday", "Orders").isComplete()).isTrue();
            assertThat(everyday.query("monday").enablements()).isEmpty();
            everyday.stop("monday").requireComplete();
            assertThat(everyday.sessions()).isEmpty();
        }
    }
}
