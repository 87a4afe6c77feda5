package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.EventLimits;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.ProcessPageDescriptor;
import io.ringside.internal.registry.ProcessIdentity.Host;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.session.ProcessInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class ProcessPageTest {
    private static final Incarnation SELF = new Incarnation(1, 2);
    private static final UUID PROVIDER = new UUID(3, 4);
    private static final ProcessIdentity IDENTITY = new ProcessIdentity(SELF, 17, 1_000,
            new Host(new UUID(5, 6), 7, -8, 9), new ClockPair(10, -11), "com.example.Orders");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private TraceDirectory directory;
    private ProcessPage page;
    private ProcessView view;

    @BeforeEach
    void open() {
        directory = TraceDirectory.open(root.resolve("traces"));
        page = ProcessPage.create(directory, new FileMaker(SELF), IDENTITY);
        view = ProcessView.open(directory, SELF, Access.READ_WRITE);
    }

    @AfterEach
    void close() {
        view.close();
        page.close();
    }

    @Test
    void shouldTellWhoTheProcessIs() {
        assertThat(view.identity()).isEqualTo(IDENTITY);
        assertThat(view.identity().description()).isEqualTo("pid=17 (com.example.Orders)");
    }

    @Test
    void shouldCutLongCommandBetweenCharacters() {
        final Incarnation other = new Incarnation(9, 9);
        final ProcessIdentity identity = new ProcessIdentity(other, 1, 0, IDENTITY.host(), IDENTITY.clocks(),
                "a" + "\u20AC".repeat(100));
        try (ProcessPage ofOther = ProcessPage.create(directory, new FileMaker(other), identity);
                ProcessView viewOfOther = ProcessView.open(directory, other, Access.READ_ONLY)) {
            assertThat(ofOther.identity()).isEqualTo(identity);
            assertThat(viewOfOther.identity().command()).isEqualTo("a" + "\u20AC".repeat(85));
        }
    }

    @Test
    void shouldKnowThisProcess() {
        final ProcessIdentity identity = ProcessIdentity.ofThisProcess(SELF);

        assertThat(identity.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(identity.startTimeNs()).isPositive().isLessThanOrEqualTo(identity.clocks().wallNs());
        assertThat(identity.host().bootId()).isNotEqualTo(new UUID(0, 0));
        assertThat(identity.host().pidNamespace()).isPositive();
        assertThat(identity.command()).isNotEmpty().doesNotContain(" ");
    }

    @Test
    void shouldReadHostFromFilesAndDoWithoutThem() throws IOException {
        final Path proc = root.resolve("proc");
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        assertThat(ProcFiles.host(proc)).isEqualTo(new Host(new UUID(0, 0), 0, 0, 0));

        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "3669e9ef-35c8-4dcb-a3b7-5b2ba5e1f6b1\n");
        Files.createSymbolicLink(proc.resolve("self/ns/pid"), Path.of("pid:[4026531836]"));
        Files.writeString(proc.resolve("self/timens_offsets"),
                "monotonic          -5         500000000\nboottime            7         0\n");
        assertThat(ProcFiles.host(proc)).isEqualTo(new Host(UUID.fromString("3669e9ef-35c8-4dcb-a3b7-5b2ba5e1f6b1"),
                4026531836L, -4_500_000_000L, 7_000_000_000L));

        Files.writeString(proc.resolve("self/timens_offsets"), "monotonic 99999999999999999999 x\n");
        assertThat(ProcFiles.host(proc).monotonicShiftNs()).isZero();
    }

    @Test
    void shouldTellPendingCallbacksProviderByProvider() {
        final UUID other = new UUID(5, 6);
        page.callbackPending(PROVIDER, 7);
        assertThat(view.isCallbackPending(PROVIDER, Long.MAX_VALUE)).as("not registered").isFalse();
        page.addRegistration(schema(PROVIDER, 1));
        page.addRegistration(schema(other, 2));
        page.addRegistration(schema(PROVIDER, 3));
        assertThat(view.isCallbackPending(PROVIDER, Long.MAX_VALUE)).isFalse();

        page.callbackPending(PROVIDER, 7);
        assertThat(view.isCallbackPending(PROVIDER, 6)).as("an earlier change").isFalse();
        assertThat(view.isCallbackPending(PROVIDER, 7)).isTrue();
        assertThat(view.isCallbackPending(PROVIDER, 8)).isTrue();
        assertThat(view.isCallbackPending(other, 8)).isFalse();
        page.callbackPending(PROVIDER, -1);
        assertThat(view.isCallbackPending(PROVIDER, 8)).as("what no process stores").isFalse();
        page.callbackPending(PROVIDER, 0);
        assertThat(view.isCallbackPending(PROVIDER, 8)).isFalse();
    }

    @Test
    void shouldAcknowledgeSlotBySlot() {
        final Acknowledgement refusal = new Acknowledgement(8, 21, AckStatus.REFUSED, AckCause.NO_SPACE,
                "no space for 4 lanes");
        page.acknowledge(0, Acknowledgement.of(7, 20, AckStatus.ATTACHED));
        page.acknowledge(63, refusal);

        assertThat(view.acknowledgement(0)).isEqualTo(Acknowledgement.of(7, 20, AckStatus.ATTACHED));
        assertThat(view.acknowledgement(63)).isEqualTo(refusal);
        assertThat(view.acknowledgement(1)).isEqualTo(Acknowledgement.NONE);
        page.acknowledge(0, Acknowledgement.of(7, 22, AckStatus.DETACHED));
        assertThat(view.acknowledgement(0)).isEqualTo(Acknowledgement.of(7, 22, AckStatus.DETACHED));
    }

    @Test
    void shouldCoverOwnSessionUpToItsGeneration() {
        final Acknowledgement acknowledgement = Acknowledgement.of(7, 20, AckStatus.ATTACHED);

        assertThat(acknowledgement.covers(7, 20)).isTrue();
        assertThat(acknowledgement.covers(7, 19)).isTrue();
        assertThat(acknowledgement.covers(7, 21)).isFalse();
        assertThat(acknowledgement.covers(8, 20)).isFalse();
    }

    @Test
    void shouldNeverShowHalfAnAcknowledgement() throws InterruptedException {
        final AtomicBoolean stop = new AtomicBoolean();
        final Thread writer = new Thread(() -> {
            for (long generation = 1; !stop.get(); generation++) {
                page.acknowledge(5, new Acknowledgement(generation, generation, AckStatus.ATTACHED, AckCause.NONE,
                        Long.toString(generation)));
            }
        });
        writer.start();
        try {
            int seen = 0;
            while (seen < 20_000) {
                final Acknowledgement acknowledgement = view.acknowledgement(5);
                if (acknowledgement.generation() != 0) {
                    seen++;
                    assertThat(acknowledgement.sessionId()).isEqualTo(acknowledgement.generation());
                    assertThat(acknowledgement.text()).isEqualTo(Long.toString(acknowledgement.generation()));
                }
            }
        } finally {
            // The page is unmapped behind the test: a thread that still writes into it would end the JVM.
            stop.set(true);
            writer.join();
        }
    }

    @Test
    void shouldCountSeveralLossesAtOnceHoweverManyTheyAre() {
        final long events = 1L << 40;
        page.openLosses(4, 77);

        page.addNotAttached(4, 1_000, events);
        page.addNotAttached(4, 2_000);

        assertThat(view.losses(4, 77)).isEqualTo(new LanelessLosses(77, 0, events + 1, 1_000, 2_000, 0, 0));
    }

    @Test
    void shouldCountLossesWithTheirTimes() {
        page.openLosses(4, 77);
        assertThat(view.losses(4, 77)).isEqualTo(LanelessLosses.none(77));

        page.addNoLane(4, 1_000);
        page.addNotAttached(4, 1_500);
        page.addNoLane(4, 2_000);

        assertThat(view.losses(4, 77)).isEqualTo(new LanelessLosses(77, 2, 1, 1_000, 2_000, 0, 0));
        assertThat(view.losses(4, 77).total()).isEqualTo(3);
        assertThat(view.losses(4, 76)).as("another session").isEqualTo(LanelessLosses.none(76));
    }

    @Test
    void shouldKeepLossesOfOpenSessionAndBeginAgainWithTheNext() {
        page.openLosses(4, 77);
        page.addNoLane(4, 1_000);
        view.reportLosses(4, 1, 0);
        page.openLosses(4, 77);
        assertThat(view.losses(4, 77)).isEqualTo(new LanelessLosses(77, 1, 0, 1_000, 1_000, 1, 0));

        page.openLosses(4, 78);

        assertThat(view.losses(4, 78)).isEqualTo(LanelessLosses.none(78));
        assertThat(view.losses(4, 77)).isEqualTo(LanelessLosses.none(77));
    }

    @Test
    void shouldCountLossesOfManyThreadsExactly() {
        page.openLosses(0, 1);

        IntStream.range(0, 40_000).parallel().forEach(i -> {
            if (i % 4 == 0) {
                page.addNotAttached(0, i + 1);
            } else {
                page.addNoLane(0, i + 1);
            }
        });

        assertThat(view.losses(0, 1).noLane()).isEqualTo(30_000);
        assertThat(view.losses(0, 1).notAttached()).isEqualTo(10_000);
        assertThat(view.losses(0, 1).firstTime()).isBetween(1L, 40_000L);
    }

    @Test
    void shouldRegisterSchemasAndCountThem() {
        final ProviderSchema one = schema(PROVIDER, 1);
        final ProviderSchema two = schema(PROVIDER, 2);
        assertThat(page.addRegistration(one)).isZero();
        assertThat(page.addRegistration(two)).isOne();
        assertThat(page.addRegistration(one)).isZero();

        assertThat(view.schemas()).containsExactly(new RegisteredSchema(0, PROVIDER, one.contentHash(), 2),
                new RegisteredSchema(1, PROVIDER, two.contentHash(), 1));
        assertThat(view.registers(PROVIDER)).isTrue();
        assertThat(view.registers(new UUID(0, 0))).isFalse();

        page.removeRegistration(0);
        page.removeRegistration(0);
        page.removeRegistration(1);
        assertThat(view.registers(PROVIDER)).isFalse();
        assertThat(view.schemas()).as("records refer to them").extracting(RegisteredSchema::live).containsExactly(0L,
                0L);
        assertThat(page.addRegistration(two)).isOne();
        assertThatThrownBy(() -> page.removeRegistration(2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldTellKindAndGroupOfASchema() {
        final UUID group = new UUID(7, 8);
        final ProviderSchema member = schema(PROVIDER, 1).withTraits(ProviderTraits.of("p").inGroup(group));
        final ProviderSchema event = selfDescribing(PROVIDER, 1);
        page.addRegistration(member);
        page.addRegistration(event);

        assertThat(view.schemas()).containsExactly(
                new RegisteredSchema(0, PROVIDER, member.contentHash(), 1, false, group),
                new RegisteredSchema(1, PROVIDER, event.contentHash(), 1, true, null));
        assertThat(view.registers(group)).isTrue();
        page.callbackPending(PROVIDER, 17);
        assertThat(view.isCallbackPending(group, 17)).isTrue();
        assertThat(view.isCallbackPending(group, 16)).isFalse();

        page.removeRegistration(0);
        assertThat(view.registers(group)).isFalse();
        assertThat(view.registers(PROVIDER)).isTrue();
    }

    @Test
    void shouldRegisterAsManySchemasAsThereMayBe() {
        for (int i = 0; i < ProcessPageDescriptor.SCHEMAS; i++) {
            assertThat(page.addRegistration(schema(PROVIDER, i))).isEqualTo(i);
        }

        assertThatThrownBy(() -> page.addRegistration(schema(PROVIDER, -1)))
                .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                .hasMessageContaining("max=4095");
        assertThat(view.schemas()).hasSize(4095);
        assertThat(page.addRegistration(schema(PROVIDER, 5))).as("known schemas still can").isEqualTo(5);
    }

    @Test
    void shouldTakeNoMoreMemoryThanItsSchemasNeed() throws Exception {
        final Path file = directory.processPage(SELF);
        assertThat(Files.size(file)).isEqualTo(ProcessPageDescriptor.FILE_LENGTH);
        assertThat(allocated(file)).isEqualTo(ProcessPageDescriptor.WRITTEN_LENGTH);
        for (int i = 0; i < 48; i++) {
            page.addRegistration(schema(PROVIDER, i));
        }
        assertThat(allocated(file)).isEqualTo(ProcessPageDescriptor.WRITTEN_LENGTH);
        page.addRegistration(schema(PROVIDER, 48));
        assertThat(allocated(file))
                .isEqualTo(ProcessPageDescriptor.WRITTEN_LENGTH + ProcessPageDescriptor.WRITTEN_STEP);
    }

    @Test
    void shouldRefuseASchemaWhenItsPlaceCannotBeWritten() throws Exception {
        for (int i = 0; i < 48; i++) {
            page.addRegistration(schema(PROVIDER, i));
        }
        final Path file = directory.processPage(SELF);
        final Path elsewhere = file.resolveSibling("elsewhere");
        Files.move(file, elsewhere);

        assertThatThrownBy(() -> page.addRegistration(schema(PROVIDER, 48))).isInstanceOf(RingsideException.class);
        assertThat(view.schemas()).hasSize(48);
        assertThat(page.addRegistration(schema(PROVIDER, 5))).isEqualTo(5);
        Files.move(elsewhere, file);
        assertThat(page.addRegistration(schema(PROVIDER, 48))).isEqualTo(48);
    }

    /** Bytes that a file takes, which its length does not tell. */
    private static long allocated(final Path file) throws Exception {
        final Process stat = new ProcessBuilder("stat", "--format=%b", file.toString()).start();
        return 512 * Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim());
    }

    @Test
    @DisplayName("R2.3 partly: \"the 1,025th registration\" all providers fit beside all self-describing events")
    void shouldHaveRoomForAllProvidersBesideSelfDescribingEvents() {
        for (int i = 0; i < EventLimits.SELF_DESCRIBING_PER_PROCESS_MAX; i++) {
            assertThat(page.addRegistration(selfDescribing(PROVIDER, i))).isEqualTo(i);
        }
        assertThatThrownBy(() -> page.addRegistration(selfDescribing(PROVIDER, -1)))
                .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                .hasMessageContaining("max=2048");
        assertThat(page.addRegistration(selfDescribing(PROVIDER, 5))).as("known events still can").isEqualTo(5);

        for (int i = 1; i < EventLimits.PROVIDERS_PER_PROCESS_MAX; i++) {
            page.addRegistration(schema(new UUID(0, i), 1));
        }
        final ProviderSchema tooMany = schema(new UUID(1, 1), 1);
        assertThatThrownBy(() -> page.addRegistration(tooMany))
                .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                .hasMessageContaining("max=1024");
        page.removeRegistration(EventLimits.SELF_DESCRIBING_PER_PROCESS_MAX);
        assertThat(page.addRegistration(tooMany)).as("in place of one that has been closed").isPositive();
    }

    @Test
    void shouldPublishHealth() {
        page.health(1, 2, 3);

        assertThat(view.status(true)).isEqualTo(new ProcessInfo.Status(view.identity(), true, 1, 2, 3));
    }

    @Test
    void shouldRefusePageOfAnotherName() throws IOException {
        final Incarnation other = new Incarnation(9, 9);
        Files.copy(directory.processPage(SELF), directory.processPage(other));

        assertThatThrownBy(() -> ProcessView.open(directory, other, Access.READ_ONLY))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }

    @Test
    void shouldSurviveRandomDamage() throws IOException {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        page.addRegistration(schema(PROVIDER, 1));
        page.openLosses(0, 1);
        page.acknowledge(0, Acknowledgement.of(1, 1, AckStatus.ATTACHED));
        final byte[] intact = Files.readAllBytes(directory.processPage(SELF));
        view.close();
        page.close();
        for (int i = 0; i < 1_000; i++) {
            final byte[] bytes = intact.clone();
            for (int flips = 1 + random.nextInt(30); flips > 0; flips--) {
                final int at = random.nextBoolean() ? random.nextInt(bytes.length) : random.nextInt(1200);
                bytes[at] = (byte) random.nextInt();
            }
            Files.write(directory.processPage(SELF), bytes);
            try (ProcessView hostile = ProcessView.open(directory, SELF, Access.READ_ONLY)) {
                assertThat(hostile.schemas().size()).as("seed=%d, i=%d", seed, i).isBetween(0, 4095);
                assertThat(hostile.identity().command().length()).as("seed=%d, i=%d", seed, i).isBetween(0, 256);
                assertThat(hostile.identity().description()).doesNotContain("\n", "\u001b");
                for (int slot = 0; slot < 64; slot++) {
                    assertThat(hostile.acknowledgement(slot).text().length()).as("seed=%d, i=%d", seed, i)
                            .isLessThanOrEqualTo(100);
                    final LanelessLosses losses = hostile.losses(slot, 1);
                    assertThat(losses.noLaneReported()).as("seed=%d, i=%d", seed, i).isBetween(0L, losses.noLane());
                }
            } catch (final RingsideException e) {
                assertThat(e.code()).as("seed=%d, i=%d", seed, i).isIn(ErrorCode.LAYOUT, ErrorCode.CORRUPT);
            }
        }
    }

    private static ProviderSchema schema(final UUID providerId, final int number) {
        return ProviderSchema.builder("p").id(providerId).documentation(String.valueOf(number)).build();
    }

    private static ProviderSchema selfDescribing(final UUID providerId, final int number) {
        return schema(providerId, 0).selfDescribing("event" + number, EventDescriptor.of(0, 4, 1), List.of());
    }
}
