package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.ControlPageDescriptor;
import io.ringside.internal.layout.SchemaFileDescriptor;
import io.ringside.internal.machine.DescriptionLock;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/** What a holder of the control lock leaves behind that dies in the middle, and what the next one makes of it. */
@Timeout(60)
class ControlChangeTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Orders")
            .event("submitted", EventDescriptor.of(1, 4, 0x1), List.of())
            .event("canceled", EventDescriptor.of(2, 4, 0x1), List.of())
            .build();

    /** The stores of a change, in their order. */
    private enum Step {
        DIRTY, ENABLEMENT_ROW, SESSION_ROW, ONE_WORD, ALL_WORDS, COUNTER, CLEAN
    }

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private TraceDirectory directory;
    private Participant participant;
    private Registry registry;
    private ProcessPage page;
    private Registration registration;
    private SessionRow session;

    @BeforeEach
    void register() {
        directory = TraceDirectory.open(root.resolve("traces"));
        participant = Participant.join(directory);
        registry = new Registry(participant);
        page = ProcessPage.create(directory, participant.files(),
                ProcessIdentity.ofThisProcess(participant.incarnation()));
        registration = registry.register(page, SCHEMA, TIMEOUT_NS);
        try (ControlChange change = registry.change(TIMEOUT_NS)) {
            session = session(change.takeSessionId(), change.generation());
            registry.sessionFolders().create(session.id());
            publish(session);
            change.complete();
        }
    }

    @AfterEach
    void close() {
        registration.file().close();
        page.close();
        participant.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldMendWhatIsLeftAfterEachStep(final Step last) {
        final long generation = dieAfter(last);

        try (ControlChange next = registry.change(TIMEOUT_NS)) {
            assertThat(next.generation()).as("no generation twice").isGreaterThan(lastVisible(last, generation));
            final long expected = last.compareTo(Step.ENABLEMENT_ROW) >= 0 ? 1L << session.slot() : 0;
            assertThat(registration.file().words().eventWordVolatile(0)).isEqualTo(expected);
            assertThat(registration.file().words().eventWordVolatile(1)).isEqualTo(expected);
            assertThat(registration.file().words().composite().enabled()).isEqualTo(expected != 0);
        }
        try (ControlPage control = ControlPage.open(directory.controlPage())) {
            assertThat(control.isDirty()).isFalse();
            assertThat(control.changeCounter()).isGreaterThanOrEqualTo(registry.rows().snapshot().maxGeneration());
        }
    }

    @Test
    void shouldMendChangeThatWasGivenUpAtOnce() {
        assertThatThrownBy(() -> {
            try (ControlChange change = registry.change(TIMEOUT_NS)) {
                change.begin(SCHEMA.id());
                publish(enablement(change.generation()));
                throw new IllegalStateException("on purpose");
            }
        }).hasMessage("on purpose");

        assertThat(registration.file().words().eventWordVolatile(0)).isEqualTo(1L << session.slot());
        try (ControlPage control = ControlPage.open(directory.controlPage())) {
            assertThat(control.isDirty()).isFalse();
        }
    }

    @Test
    void shouldLeaveAChangeToTheProcessThatHasTakenItsLock() {
        assumeThat(DescriptionLock.isAvailable()).as("such locks do not vanish").isFalse();
        assertThatThrownBy(() -> {
            try (ControlChange change = registry.change(TIMEOUT_NS)) {
                change.begin(SCHEMA.id());
                publish(enablement(change.generation()));
                // The kernel drops the lock, and another process holds it for a while.
                Files.writeString(directory.controlLock(), "the mark of another one.");
                change.complete();
            }
        }).isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY));
        try (ControlPage control = ControlPage.open(directory.controlPage())) {
            assertThat(control.isDirty()).as("the next holder completes it").isTrue();
        }

        registry.change(TIMEOUT_NS).close();

        assertThat(registration.file().words().eventWordVolatile(0)).isEqualTo(1L << session.slot());
    }

    @Test
    void shouldCompleteAChangeWhoseLockVanishedAndWasNotTaken() throws IOException {
        try (ControlChange change = registry.change(TIMEOUT_NS)) {
            change.begin(SCHEMA.id());
            publish(enablement(change.generation()));
            Files.readAllBytes(directory.controlLock());
            change.complete();
        }

        assertThat(registration.file().words().eventWordVolatile(0)).isEqualTo(1L << session.slot());
    }

    @Test
    void shouldCountChanges() {
        try (ChangeCounter counter = ChangeCounter.open(directory)) {
            final long before = counter.valueVolatile();
            try (ControlChange change = registry.change(TIMEOUT_NS)) {
                assertThat(change.generation()).isEqualTo(before + 1);
                change.complete();
            }
            assertThat(counter.valueVolatile()).isEqualTo(before + 1);
        }
    }

    @Test
    void shouldNeverGiveSessionIdTwiceEvenWithoutControlPage() throws IOException {
        Files.delete(directory.controlPage());

        try (ControlChange change = registry.change(TIMEOUT_NS)) {
            final long next = change.takeSessionId();
            assertThat(next).isGreaterThan(session.id());
            assertThat(change.takeSessionId()).isEqualTo(next + 1);
            assertThat(change.generation()).isGreaterThan(session.generation());
        }
    }

    @Test
    void shouldRemoveFolderOfSessionThatNeverGotItsRow() {
        try (HeldLock lock = LockFile.of(directory.controlLock()).acquire(TIMEOUT_NS);
                ControlPage control = ControlPage.open(directory.controlPage())) {
            assertThat(lock).isNotNull();
            control.markDirty(null);
            registry.sessionFolders().create(control.takeSessionId(1));
        }
        assertThat(FolderListing.namesIn(directory.sessions())).hasSize(2);

        registry.change(TIMEOUT_NS).close();

        assertThat(FolderListing.namesIn(directory.sessions())).containsExactly(
                directory.session(session.id()).getFileName().toString());
    }

    @Test
    void shouldRefuseForeignControlPageAndReleaseTheLock() throws IOException {
        Files.delete(directory.controlPage());
        Files.write(directory.controlPage(), new byte[ControlPageDescriptor.FILE_LENGTH]);

        assertThatThrownBy(() -> registry.change(TIMEOUT_NS)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT));
        assertThat(LockFile.of(directory.controlLock()).isHeld()).isFalse();
        assertThat(directory.controlPage()).exists();
    }

    @Test
    void shouldRefusePageOfAnotherRelease() throws IOException {
        final byte[] bytes = Files.readAllBytes(directory.controlPage());
        bytes[ControlPageDescriptor.VERSION_OFFSET] = 2;
        Files.write(directory.controlPage(), bytes);

        assertThatThrownBy(() -> registry.change(TIMEOUT_NS))
                .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT))
                .hasMessageContaining("version=2");
    }

    @Test
    void shouldSurviveRandomDamageOfControlPage() throws IOException {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        final byte[] intact = Files.readAllBytes(directory.controlPage());
        for (int i = 0; i < 1_000; i++) {
            final byte[] bytes = intact.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                bytes[random.nextInt(ControlPageDescriptor.DIRTY_PROVIDER_LEAST_OFFSET + 8)] = (byte) random.nextInt();
            }
            Files.write(directory.controlPage(), bytes);
            try (ControlChange change = registry.change(TIMEOUT_NS)) {
                assertThat(change.takeSessionId()).as("seed=%d, i=%d", seed, i).isGreaterThan(session.id());
                change.begin(null);
                change.complete();
            } catch (final RingsideException e) {
                assertThat(e.code()).as("seed=%d, i=%d", seed, i).isIn(ErrorCode.LAYOUT, ErrorCode.CORRUPT);
            }
            assertThat(LockFile.of(directory.controlLock()).isHeld()).as("seed=%d, i=%d", seed, i).isFalse();
        }
    }

    /** Does a change up to a step, as a holder that is killed there, whose lock the system releases. */
    private long dieAfter(final Step last) {
        try (HeldLock lock = LockFile.of(directory.controlLock()).acquire(TIMEOUT_NS);
                ControlPage control = ControlPage.open(directory.controlPage())) {
            assertThat(lock).isNotNull();
            final long generation = control.changeCounter() + 1;
            for (final Step step : Step.values()) {
                switch (step) {
                    case DIRTY -> control.markDirty(SCHEMA.id());
                    case ENABLEMENT_ROW -> publish(enablement(generation));
                    case SESSION_ROW -> publish(session.withGeneration(generation));
                    case ONE_WORD -> storeOneWord();
                    case ALL_WORDS -> registry.recompute(SCHEMA.id());
                    case COUNTER -> control.storeChangeCounter(generation);
                    case CLEAN -> control.markClean();
                }
                if (step == last) {
                    return generation;
                }
            }
            return generation;
        }
    }

    private static long lastVisible(final Step last, final long generation) {
        return last.compareTo(Step.ENABLEMENT_ROW) >= 0 ? generation : generation - 1;
    }

    private void storeOneWord() {
        try (SchemaFile file = registry.schemas().open(registry.schemas().names().get(0), Access.READ_WRITE)) {
            file.buffer().putLongRelease(SchemaFileDescriptor.eventWordOffset(1), 1L << session.slot());
        }
    }

    private SessionRow session(final long id, final long generation) {
        return new SessionRow(id, 3, SessionInfo.State.RUNNING, generation, SessionSettings.builder("s").build(),
                new ClockPair(1, 2), participant.incarnation());
    }

    private EnablementRow enablement(final long generation) {
        return new EnablementRow(session.id(), SCHEMA.id(), null, generation, Enablement.of(4, 0x1, 0),
                null);
    }

    private void publish(final SessionRow row) {
        try (StagedRow staged = registry.rows().stage(row)) {
            staged.publish();
        }
    }

    private void publish(final EnablementRow row) {
        try (StagedRow staged = registry.rows().stage(row)) {
            staged.publish();
        }
    }
}
