package io.ringside.proof;

import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Controllers are killed behind every store of a change. The next one repairs what is half-way and finishes what has
 * begun: flag words follow the rows, sessions that were stopping are gone, ids are never used again, and another
 * session does not notice.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@Tag("process")
class ControllerKillSystemTest {
    private static final int KILLS_PER_POINT = Rounds.of(1, 5);
    private static final int RANDOM_KILLS = Rounds.of(5, 40);
    private static final int LIFETIME_MS = 1_000;
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Proof.Control")
            .event("error", EventDescriptor.of(1, Level.ERROR, 1))
            .event("information", EventDescriptor.of(2, Level.INFORMATION, 1))
            .event("verbose", EventDescriptor.of(3, Level.VERBOSE, 1)).build();

    /** Points of a controller, and how often at most it has passed them when it is stopped there. */
    private static final Map<KillPoint, Integer> POINTS = new EnumMap<>(KillPoint.class);
    static {
        for (final KillPoint once : List.of(KillPoint.SESSION_ID_TAKEN, KillPoint.SESSION_FOLDER_MADE,
                KillPoint.SESSION_STOPPING, KillPoint.SESSION_ACKNOWLEDGED, KillPoint.SESSION_SETTLED)) {
            POINTS.put(once, 1);
        }
        POINTS.put(KillPoint.ROW_REMOVED, 3);
        POINTS.put(KillPoint.SESSION_FILE_REMOVED, 2);
        for (final KillPoint often : List.of(KillPoint.CONTROL_LOCK_TAKEN, KillPoint.DIRTY_SET, KillPoint.ROW_RENAMED,
                KillPoint.WORD_STORED, KillPoint.WORDS_STORED, KillPoint.COUNTER_STORED, KillPoint.DIRTY_CLEARED,
                KillPoint.FILE_FILLED)) {
            POINTS.put(often, 9);
        }
    }

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    private KillStage stage;
    private DirectoryController next;
    private Ringside ringside;
    private ProviderRegistration provider;
    private long lastSessionId;
    private int round;

    @BeforeEach
    void setUp() {
        stage = new KillStage(directory, folder);
        next = stage.stage().controller();
        ringside = Ringside.connect(new RingsideContext().directory(stage.stage().directory())
                .registerTimeoutNs(Stage.TIMEOUT_NS));
        provider = ringside.register(SCHEMA);
        stage.onlyTheseLive();
        lastSessionId = stage.session().row().id();
    }

    @AfterEach
    void tearDown() {
        ringside.close();
        stage.close();
    }

    @Tag("proof")
    @Test
    @DisplayName("R4.3 A controller that dies at any point is finished by the next one")
    void shouldRepairWhatAControllerHasLeftThatIsKilledAtAnyPoint() {
        final Random random = Rounds.random(getClass());
        for (int repeat = 0; repeat < KILLS_PER_POINT; repeat++) {
            POINTS.forEach((point, passages) -> {
                final Path mark = stage.stage().newFile("mark");
                final Child controller = start(ProviderProcess.stopAt(point, 1 + random.nextInt(passages), mark));
                KillStage.awaitMark(mark, controller);
                controller.kill();
                repair(point.toString());
            });
        }
        assertThat(stage.end()).isEmpty();
    }

    @Test
    void shouldRepairWhatAControllerHasLeftThatIsKilledAtRandom() throws InterruptedException {
        final Random random = Rounds.random(getClass());
        for (int kill = 0; kill < RANDOM_KILLS; kill++) {
            final Child controller = start(List.of());
            controller.awaitLine(random.nextInt(LIFETIME_MS));
            controller.kill();
            repair("random kill " + kill);
        }
        assertThat(stage.end()).isEmpty();
    }

    private Child start(final List<String> options) {
        return stage.stage().add(Child.start(options, ControllerMain.class, stage.stage().directory().toString(),
                SCHEMA.name(), "cycle-" + round++ + "-"));
    }

    private void repair(final String killedAt) {
        // Whoever changes anything next repairs all.
        final SessionRow probe = next.start(SessionSettings.builder("probe" + round).lanes(4).build());
        assertThat(probe.id()).as(killedAt).isGreaterThan(lastSessionId);
        lastSessionId = probe.id();
        // An end is finished when the processes have acknowledged it, by whoever operates then.
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            next.clean();
            assertThat(next.rows()).as(killedAt).allMatch(session -> session.state() == SessionInfo.State.RUNNING);
        });
        final List<SessionRow> sessions = next.rows();
        checkWords(killedAt, sessions);
        next.enable(probe.name(), EnableRequest.of(SCHEMA.name(), Enablement.of(Level.INFORMATION, 0, 0)),
                Stage.TIMEOUT);
        checkWords(killedAt, sessions);
        assertThat(WriteResult.written(provider.event("error").write())).as(killedAt).isPositive();

        for (final SessionRow session : next.rows()) {
            if (session.id() != stage.session().row().id()) {
                final Outcome.Stopped end = next.stop(session.name(), Stage.TIMEOUT);
                assertThat(end.isComplete()).as("%s: %s", killedAt, end).isTrue();
                assertThat(end.ledger().totals().isBalanced()).as("%s: %s", killedAt, end).isTrue();
            }
        }
        for (final ProviderEvent event : provider.events()) {
            assertThat(event.write()).as(killedAt).isEqualTo(WriteResult.NOT_WANTED);
        }
        assertThat(next.rows()).as(killedAt).singleElement()
                .extracting(SessionRow::id).isEqualTo(stage.session().row().id());
        assertThat(stage.leftovers()).as(killedAt).isEmpty();
        stage.checkLedger();
    }

    /** Compares the words in shared memory with what the rows say, worked out anew. */
    private void checkWords(final String killedAt, final List<SessionRow> sessions) {
        final SchemaFileName name = new SchemaFileName(SCHEMA.id(), SCHEMA.contentHash());
        try (SchemaFile file = SchemaFile.open(stage.stage().traceDirectory().providers(), name, Access.READ_ONLY)) {
            for (final ProviderEvent event : provider.events()) {
                long expected = 0;
                for (final SessionRow session : sessions) {
                    final boolean wanted = next.query(session.name()).enablements().stream()
                            .filter(enablement -> enablement.providerId().equals(SCHEMA.id()))
                            .anyMatch(enablement -> enablement.enablement().accepts(event.schema()));
                    expected |= wanted ? 1L << session.slot() : 0;
                }
                assertThat(file.words().eventWordVolatile(event.schema().index()))
                        .as("%s: %s", killedAt, event.schema()).isEqualTo(expected);
            }
        }
    }
}
