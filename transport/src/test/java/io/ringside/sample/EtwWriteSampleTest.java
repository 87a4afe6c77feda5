package io.ringside.sample;

import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The example runs, and its writes return what ETW's page of {@code EtwWrite} says. */
@Timeout(60)
class EtwWriteSampleTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String SESSION = "devices";
    private static final String NAME = "/dev/ringside0";
    private static final int STATUS = 0xC000_000E;
    private static final int LANE_BYTES = 64 * 1024;

    private Participant participant;
    private DirectoryController controller;
    private SessionRow session;
    private Ringside ringside;
    private EtwWriteSample driver;

    @BeforeEach
    void load(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        final TraceDirectory directory = TraceDirectory.open(path.resolve("trace"));
        participant = Participant.join(directory);
        controller = new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(directory, participant.files(), SinkReader.NONE, (file, problem) -> {
                    throw new AssertionError(file + ": " + problem);
                })));
        session = controller.start(SessionSettings.builder(SESSION).lanes(2).laneBytes(LANE_BYTES).build());
        ringside = Ringside.connect(new RingsideContext().directory(directory.path()).registerTimeoutNs(TIMEOUT_NS));
        driver = new EtwWriteSample(ringside);
    }

    @AfterEach
    void unload() {
        driver.close();
        ringside.close();
        participant.close();
    }

    @Test
    @DisplayName("R1.18 blocks of two, n and four bytes give a payload of 6 + n, which nobody changes after the write")
    void shouldRecordLengthNameAndStatusWithoutAnythingBetween() {
        enable();
        assertThat(driver.isEnabled()).isTrue();
        final UnsafeBuffer name = bytes(NAME);
        assertResult(driver.deviceStarted(name, STATUS), WriteResult.Status.OK, 0, 1);
        // Whoever reads has a copy by now.
        name.setMemory(0, name.capacity(), (byte) '?');

        final SampleEvent event = take().get(0);
        assertThat(event.payloadLength()).isEqualTo(Short.BYTES + NAME.length() + Integer.BYTES);
        assertThat(event.text())
                .isEqualTo("deviceName=" + NAME + " status=" + Integer.toUnsignedString(STATUS));
        assertThat(event.activityId()).isEqualTo(new UUID(0, 0));
    }

    @Test
    void shouldReferToTheDataUntilTheWriteAndCopyNothingBefore() {
        enable();
        final UnsafeBuffer name = bytes("early");
        final DataDescriptors gathered = driver.gather(name, 0);
        name.putStringWithoutLengthAscii(0, "later");
        driver.write(gathered);
        assertThat(take()).extracting(SampleEvent::text).containsExactly("deviceName=later status=0");
    }

    @Test
    void shouldRecordTheActivityIfThereIsOne() {
        enable();
        final UUID activity = new UUID(1, 2);
        driver.deviceStarted(bytes(NAME), 0, new WriteOptions().activity(activity));
        driver.deviceStarted(bytes(NAME), 0);
        assertThat(take()).extracting(SampleEvent::activityId).containsExactly(activity, new UUID(0, 0));
    }

    @Test
    @DisplayName("R2.9 0: nobody has enabled it, or not any more")
    void shouldSucceedAndRecordNothingWhileNoSessionHasTheProviderEnabled() {
        assertThat(driver.isEnabled()).isFalse();
        assertResult(driver.deviceStarted(bytes(NAME), 0), WriteResult.Status.OK, 0, 0);
        enable();
        controller.disable(SESSION, EtwWriteSample.SCHEMA.id(), TIMEOUT);
        assertResult(driver.deviceStarted(bytes(NAME), 0), WriteResult.Status.OK, 0, 0);
        assertThat(take()).isEmpty();
        assertThat(ledger().totals().wanted()).isZero();
    }

    @Test
    @DisplayName("R2.9 6: the registration is closed")
    void shouldSayInvalidHandleAfterTheDriverIsUnloaded() {
        enable();
        driver.deviceStarted(bytes("inside"), 0);
        driver.close();
        assertThat(driver.isEnabled()).isFalse();
        assertResult(driver.deviceStarted(bytes("outside"), 0), WriteResult.Status.INVALID_HANDLE, 6, 0);
        assertThat(take()).extracting(SampleEvent::text).containsExactly("deviceName=inside status=0");
    }

    @Test
    @DisplayName("R2.9 87, R1.19 128 blocks succeed; 129 are an error, and nothing is recorded")
    void shouldSayInvalidParameterOfMoreThan128Blocks() {
        enable();
        final DataDescriptors blocks = driver.gather(bytes(NAME), 0);
        final UnsafeBuffer nothing = new UnsafeBuffer(new byte[1]);
        while (blocks.count() < EventLimits.DATA_DESCRIPTORS_MAX) {
            blocks.add(nothing, 0, 0);
        }
        assertThat(blocks.count()).isEqualTo(128);
        assertResult(driver.write(blocks), WriteResult.Status.OK, 0, 1);
        assertResult(driver.write(blocks.add(nothing, 0, 0)), WriteResult.Status.INVALID_PARAMETER, 87, 0);
        assertThat(take()).extracting(SampleEvent::text).containsExactly("deviceName=" + NAME + " status=0");
        assertThat(ledger().totals().wanted()).isEqualTo(1);
    }

    @Test
    @DisplayName("R2.9 8: there is no room")
    void shouldCountEachEventThatFindsNoMemoryWithAnActivityAndWithout() {
        enable();
        final UnsafeBuffer name = bytes(NAME);
        final WriteOptions activity = new WriteOptions().activity(1, 2);
        int recorded = 0;
        while (WriteResult.written(driver.deviceStarted(name, recorded)) == 1) {
            recorded++;
        }
        assertResult(driver.deviceStarted(name, 0), WriteResult.Status.NOT_ENOUGH_MEMORY, 8, 1);
        assertResult(driver.deviceStarted(name, 0, activity), WriteResult.Status.NOT_ENOUGH_MEMORY, 8, 1);

        assertThat(take()).hasSize(recorded).last()
                .returns("deviceName=" + NAME + " status=" + (recorded - 1), SampleEvent::text);
        assertThat(ledger().totals().lost().total()).isEqualTo(3);
        assertThat(ledger().totals().lost().of(LossCause.FULL)).isEqualTo(3);
        assertResult(driver.deviceStarted(name, 7), WriteResult.Status.OK, 0, 1);
        assertThat(take()).extracting(SampleEvent::text).containsExactly("deviceName=" + NAME + " status=7");
    }

    @Test
    @DisplayName("R2.9 234: larger than what a lane takes; 534: with its header over 64 KB")
    void shouldCountEachEventThatIsLargerThanItsBuffer() {
        enable();
        assertResult(driver.deviceStarted(bytes("x".repeat(LANE_BYTES / 2)), 0), WriteResult.Status.MORE_DATA, 234, 1);
        assertResult(driver.deviceStarted(bytes("x".repeat(65_535)), 0), WriteResult.Status.ARITHMETIC_OVERFLOW, 534,
                1);
        assertThat(take()).isEmpty();
        assertThat(ledger().totals().lost().total()).isEqualTo(2);
        assertThat(ledger().totals().lost().of(LossCause.TOO_LARGE)).isEqualTo(2);
    }

    private void enable() {
        final Outcome.Answers result = controller.enable(SESSION,
                EnableRequest.of(EtwWriteSample.SCHEMA.name(), Enablement.of(5, 0x1, 0)), TIMEOUT);
        assertThat(result.timedOut()).isEmpty();
        assertThat(result.refused()).isEmpty();
    }

    /** What the session has; events of no other kind are there. */
    private List<SampleEvent> take() {
        final SampleEvents events = new SampleEvents();
        try (SessionDrain drain = SessionDrain.open(new DrainContext(participant).scanIntervalNs(1), session.id())) {
            do {
                drain.poll(events, Integer.MAX_VALUE);
            } while (!drain.isEmpty());
            drain.poll(events, Integer.MAX_VALUE);
        }
        return events.taken();
    }

    private LedgerTotals.Reading ledger() {
        final LedgerTotals.Reading ledger = controller.query(SESSION).ledger();
        assertThat(ledger.totals().isBalanced()).isTrue();
        return ledger;
    }

    private static void assertResult(final long result, final WriteResult.Status status, final int etwCode,
            final int wanted) {
        assertThat(WriteResult.status(result)).isEqualTo(status);
        assertThat(status.etwCode()).isEqualTo(etwCode);
        assertThat(WriteResult.wanted(result)).isEqualTo(wanted);
    }

    private static UnsafeBuffer bytes(final String text) {
        return new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8));
    }
}
