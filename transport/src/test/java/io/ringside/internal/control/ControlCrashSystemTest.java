package io.ringside.internal.control;

import io.ringside.control.EnableRequest;
import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.EventSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Kills a process, provider and controller in one, behind every store of control; the next controller goes on. */
@Timeout(60)
@Tag("process")
@Tag("proof")
class ControlCrashSystemTest {
    private static final List<KillPoint> POINTS = List.of(KillPoint.FILE_ZEROED, KillPoint.FILE_FILLED,
            KillPoint.FILE_RENAMED, KillPoint.ALIVE_LOCKED, KillPoint.CONTROL_LOCK_TAKEN, KillPoint.DIRTY_SET,
            KillPoint.ROW_RENAMED, KillPoint.ROW_REMOVED, KillPoint.WORD_STORED, KillPoint.WORDS_STORED,
            KillPoint.COUNTER_STORED, KillPoint.DIRTY_CLEARED, KillPoint.SESSION_ID_TAKEN,
            KillPoint.SESSION_FOLDER_MADE, KillPoint.SESSION_STOPPING, KillPoint.SESSION_ACKNOWLEDGED,
            KillPoint.SESSION_SETTLED, KillPoint.SESSION_FILE_REMOVED, KillPoint.PAGE_PUBLISHED,
            KillPoint.REGISTRATION_STORED, KillPoint.REGISTRATION_PUBLISHED, KillPoint.ACK_STORED,
            KillPoint.ACK_PUBLISHED);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    static Stream<Arguments> passages() {
        return POINTS.stream().flatMap(
                point -> IntStream.of(1, laterPassage(point)).distinct()
                        .mapToObj(passage -> Arguments.of(point, passage)));
    }

    @ParameterizedTest
    @MethodSource("passages")
    void shouldGoOnAfterDeathOfController(final KillPoint point, final int passage) throws Exception {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("traces"));
        ChildJvm.killAt(point, passage, root.resolve("mark"), ControlVictim.class, directory.toString());

        try (Participant participant = Participant.join(directory)) {
            final Registry registry = new Registry(participant);
            final DirectoryController controller = new DirectoryController(
                    new ControllerContext(registry, new FakeLedgers()));
            controller.clean();

            assertThat(controller.problems()).isEmpty();
            assertThat(controller.rows()).as("ends that were begun are finished").allMatch(SessionRow::isRunning);
            assertThat(FolderListing.namesIn(directory.sessions())).hasSameSizeAs(controller.rows());
            assertWordsFollowRows(registry);
            assertWorks(controller, directory);
            assertClean(controller, directory, participant);
        }
    }

    private static void assertWordsFollowRows(final Registry registry) {
        final RowSnapshot rows = registry.rows().snapshot();
        for (final SchemaFileName name : registry.schemas().names()) {
            try (SchemaFile file = registry.schemas().open(name, Access.READ_ONLY)) {
                final ProviderEnablements inForce = rows.inForce(file.schema());
                assertThat(file.words().composite()).isEqualTo(inForce.composite());
                for (final EventSchema event : file.schema().events()) {
                    assertThat(file.words().eventWordVolatile(event.index()))
                            .isEqualTo(inForce.eventMask(event));
                }
            }
        }
    }

    /** A new provider and a new session find each other, whatever was left. */
    private static void assertWorks(final DirectoryController controller, final TraceDirectory directory) {
        final SessionRow session = controller.start(SessionSettings.builder("after").build());
        try (FakeProcess process = new FakeProcess(directory, ControlVictim.SCHEMA)) {
            controller.enable("after", EnableRequest.of("Orders", Enablement.of(4, 0x1, 0)), Duration.ZERO);
            assertThat(process.words().eventWordVolatile(0) & 1L << session.slot()).isNotZero();
            process.applyRows();
            assertThat(controller.enable("after", EnableRequest.of("Orders", Enablement.of(1, 0x1, 0)),
                    Duration.ofNanos(1)).timedOut())
                    .containsExactly(process.description());
            assertThat(process.words().eventWordVolatile(0) & 1L << session.slot()).isZero();
        }
    }

    private static void assertClean(
            final DirectoryController controller, final TraceDirectory directory, final Participant participant) {
        for (final SessionRow session : controller.rows()) {
            assertThat(controller.stop(session.name(), Duration.ZERO).isComplete()).as("%s", session.name()).isTrue();
        }
        controller.clean();
        assertThat(directory.rows()).isEmptyDirectory();
        assertThat(directory.sessions()).isEmptyDirectory();
        assertThat(directory.providers()).isEmptyDirectory();
        assertThat(directory.counters()).isEmptyDirectory();
        assertThat(FolderListing.namesIn(directory.processes())).containsExactly(
                directory.alive(participant.incarnation()).getFileName().toString());
        assertThat(FolderListing.namesIn(directory.base())).containsExactly(
                "control", "control.lock", "counters", "processes", "providers", "rows", "sessions");
    }

    /** A later passage of a point, if it is passed more than once. */
    private static int laterPassage(final KillPoint point) {
        return switch (point) {
            case PAGE_PUBLISHED, REGISTRATION_STORED, REGISTRATION_PUBLISHED -> 1;
            case FILE_FILLED, FILE_RENAMED, ROW_RENAMED, COUNTER_STORED, CONTROL_LOCK_TAKEN -> 8;
            default -> 2;
        };
    }
}
