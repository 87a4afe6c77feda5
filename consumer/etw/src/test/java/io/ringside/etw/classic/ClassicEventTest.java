package io.ringside.etw.classic;

import io.ringside.control.EnableRequest;
import io.ringside.etw.trace.EtwHeaderEncoder;
import io.ringside.etw.trace.EtwHeaderLayout;
import io.ringside.etw.trace.EventRecord;
import io.ringside.etw.trace.HeaderFlags;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a classic provider writes, byte by byte, and what comes of it. */
@Timeout(60)
class ClassicEventTest {
    private static final int TRACED = ClassicFlags.TRACED_GUID;
    private static final int FIELDS = ClassicFlags.TRACED_GUID | ClassicFlags.USE_MOF_POINTER;
    private static final byte[] DATA = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
    private static final byte[] LARGE = new byte[ClassicFixture.LANE_BYTES];
    private static final String A = "a";

    private final Requests requests = new Requests(0);
    private final ClassicEvent event = new ClassicEvent();
    private ClassicFixture fixture;
    private ClassicSession session;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
        fixture.start(A);
        ClassicRegistration.register(fixture.ringside,
                ClassicProvider.of("Test-Classic", ClassicFixture.CONTROL_ID), requests, null);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 1, 0);
        session = requests.current();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R5.8 the bytes of a header")
    void shouldLayTheHeaderAsEtwDoes() {
        final byte[] memory = new byte[4 + ClassicHeaderLayout.LENGTH];
        new ClassicEvent().wrap(ByteBuffer.wrap(memory), 4).size(0x0130).type(0xFE).level(0xFD).version(0xABCD)
                .timestamp(0x1122334455667788L).classId(ClassicFixture.CLASS_ID).flags(FIELDS);

        assertThat(HexFormat.ofDelimiter(" ").formatHex(memory)).isEqualTo(String.join(" ",
                "00 00 00 00", // not ours
                "30 01 00 00 fe fd cd ab 00 00 00 00 00 00 00 00", // size; type, level, version; thread, process
                "88 77 66 55 44 33 22 11 04 03 02 01 06 05 08 07", // time; class
                "09 0a 0b 0c 0d 0e 0f 10 00 00 00 00 00 00 12 00")); // class; times, flags
    }

    @Test
    @DisplayName("R5.9 without TRACED_GUID: 186, and so it is with a flag that is none; with LOG_WNODE it is written")
    void shouldRefuseWrongFlags() {
        prepare("x");
        assertThat(code(event.flags(ClassicFlags.USE_MOF_POINTER))).isEqualTo(186);
        assertThat(code(event.flags(FIELDS | 1))).isEqualTo(186);
        assertThat(code(event.flags(FIELDS | ClassicFlags.LOG_WNODE))).isZero();
        assertThat(fixture.takeTexts(A)).containsExactly("x");
        assertThat(fixture.controller.query(A).ledger().totals().wanted()).isEqualTo(1);
    }

    @Test
    @DisplayName("R5.9 with USE_TIMESTAMP the time recorded is the one given; without, it is now")
    void shouldKeepTheTimeThatWasGiven() {
        final long before = System.nanoTime();
        prepare("x");
        event.timestamp(12_345);
        session.write(event.flags(FIELDS | ClassicFlags.USE_TIMESTAMP));
        session.write(event.flags(FIELDS));

        final List<Long> times = fixture.take(A, EventView::timeTicks);
        assertThat(times.get(0)).isEqualTo(12_345);
        assertThat(times.get(1)).isBetween(before, System.nanoTime());
    }

    @Test
    @DisplayName("R5.9 a time in the future keeps nobody waiting: what follows is marked late")
    void shouldKeepNobodyWaitingForATimeInTheFuture() {
        prepare("x");
        event.timestamp(System.nanoTime() + TimeUnit.HOURS.toNanos(1));
        session.write(event.flags(FIELDS | ClassicFlags.USE_TIMESTAMP));
        session.write(ClassicFixture.event("y"));

        final List<String> taken = new ArrayList<>();
        try (EventReader consumer = EventReader.open(new ReaderContext().directory(fixture.directory.path()),
                Source.session(A))) {
            while (taken.size() < 2) {
                consumer.poll(view -> taken.add(ClassicFixture.text(view) + " late=" + view.isLate()));
            }
        }
        assertThat(taken).containsExactly("x late=false", "y late=true");
    }

    @Test
    @DisplayName("R5.9 with USE_GUID_PTR the class is the one referred to, which must be there")
    void shouldReferToTheClass() {
        final UUID other = new UUID(7, 8);
        prepare("x");
        event.flags(FIELDS | ClassicFlags.USE_GUID_POINTER);
        assertThat(code(event)).isEqualTo(87);
        assertThat(code(event.classPointer(other))).isZero();
        assertThat(fixture.take(A, EventView::providerId)).containsExactly(other);
    }

    @Test
    @DisplayName("R5.10 three fields are a size of 96, six of 144; the payload is what fields of that size refer to")
    void shouldTakeAsManyFieldsAsTheSizeSays() {
        assertThat(event.sizeOf(3)).isEqualTo(96);
        assertThat(event.sizeOf(6)).isEqualTo(144);
        event.flags(FIELDS).classId(ClassicFixture.CLASS_ID);
        for (int i = 0; i < 4; i++) {
            event.field(i, DATA, i, 1);
        }

        assertThat(code(event.size(96))).isZero();
        assertThat(code(event.size(112))).as("a field that was set before").isZero();
        assertThat(code(event.size(144))).as("fields that were never set").isZero();
        assertThat(code(event.size(48))).isZero();
        assertThat(fixture.take(A, ClassicFixture::hex)).containsExactly("0a0b0c", "0a0b0c0d", "0a0b0c0d", "");
    }

    @Test
    @DisplayName("R5.10 16 fields are the most: a size of 304 is written, 320 is 87, and so is one between two fields")
    void shouldTakeSixteenFields() {
        event.flags(FIELDS).classId(ClassicFixture.CLASS_ID);
        for (int i = 0; i < 16; i++) {
            event.field(i, i % 2 == 0 ? new UnsafeBuffer(DATA) : null, i % 2 == 0 ? i / 2 : 0, i % 2 == 0 ? 1 : 0);
        }
        event.field(16, DATA, 0, 10).field(1, ByteBuffer.wrap(DATA), 9, 1);

        assertThat(code(event.size(304))).isZero();
        assertThat(code(event.size(320))).isEqualTo(87);
        assertThat(code(event.size(97))).isEqualTo(87);
        assertThat(code(event.size(305))).isEqualTo(87);
        assertThat(fixture.take(A, ClassicFixture::hex)).containsExactly("0a130b0c0d0e0f1011");
    }

    @Test
    @DisplayName("R5.11 a header of 48 and 10 bytes, a size of 58, without USE_MOF_PTR: the payload is those 10 bytes")
    void shouldWriteOneBlock() {
        final ByteBuffer block = ByteBuffer.allocate(3 + 58 + 5).order(ByteOrder.BIG_ENDIAN);
        block.put(3 + 48, DATA);

        assertThat(code(event.wrap(block, 3).size(58).flags(TRACED).classId(ClassicFixture.CLASS_ID))).isZero();
        assertThat(code(event.size(63))).as("to the end of the memory").isZero();
        assertThat(code(event.size(64))).as("beyond the memory").isEqualTo(87);

        assertThat(fixture.take(A, ClassicFixture::hex)).containsExactly(HexFormat.of().formatHex(DATA),
                HexFormat.of().formatHex(DATA) + "0000000000");
    }

    @Test
    @DisplayName("R5.12 the record has the class as provider, opcode 1, version 1, its level, and the flag 0x100")
    void shouldShowTheClassAsProvider() {
        prepare("x");
        session.write(event.type(1).version(1).level(4));
        session.write(event.type(9).version(0x1FE));

        final UnsafeBuffer header = new UnsafeBuffer(new byte[EtwHeaderLayout.LENGTH]);
        final List<String> facts = fixture.take(A, view -> {
            new EtwHeaderEncoder().encode(new EventRecord().wrap(view), header, 0);
            assertThat(view.providerId()).isEqualTo(ClassicFixture.CLASS_ID);
            assertThat(ClassicView.of(view)).isNotNull();
            assertThat(ClassicView.of(view).isMessage()).isFalse();
            assertThat(new EventRecord().wrap(view).headerFlags())
                    .isEqualTo(HeaderFlags.ALWAYS | HeaderFlags.CLASSIC_HEADER);
            assertThat(view.schema()).isNull();
            assertThat(view.providerSchema()).isNull();
            assertThat(view.activityMost() | view.activityLeast()).isZero();
            return view.descriptor() + " " + ClassicView.of(view).version() + " "
                    + Integer.toHexString(header.getShort(EtwHeaderLayout.FLAGS_OFFSET));
        });
        assertThat(facts).containsExactly(EventDescriptor.of(0, 1, 0, 4, 0, 1, 0) + " 1 150",
                EventDescriptor.of(0, 0xFE, 0, 4, 0, 9, 0) + " 510 150");
    }

    @Test
    @DisplayName("R5.13 nothing, or a size below the header's: 87")
    void shouldRefuseWhatIsMissing() {
        assertThat(session.write((ClassicEvent) null).code()).isEqualTo(87);
        prepare("x");
        assertThat(code(event.size(47))).isEqualTo(87);
        assertThat(code(event.size(48))).as("no less than the header").isZero();
        assertThat(fixture.takeTexts(A)).containsExactly("");
        assertThat(code(event.reset())).isEqualTo(87);
        assertThat(code(event.size(64).flags(FIELDS).field(0, DATA, 5, 6))).as("beyond its bytes").isEqualTo(87);
        assertThat(code(event.field(0, (byte[]) null, 0, 6))).isEqualTo(87);
        assertThat(fixture.takeTexts(A)).isEmpty();
    }

    @Test
    @DisplayName("R5.13 a handle that is none: 6")
    void shouldRefuseAnInvalidHandle() {
        prepare("x");
        assertThat(ClassicSession.INVALID.write(event).code()).isEqualTo(6);
    }

    @Test
    @DisplayName("R5.13 no room in the lane: 8, and it is counted")
    void shouldSayThatThereIsNoRoom() {
        event.flags(FIELDS).classId(ClassicFixture.CLASS_ID).size(event.sizeOf(1)).field(0, LARGE, 0, 30_000);
        int written = 0;
        while (session.write(event) == ClassicStatus.OK) {
            written++;
        }

        assertThat(code(event)).isEqualTo(8);
        assertThat(written).isPositive();
        assertThat(fixture.controller.query(A).ledger().totals().lost().of(LossCause.FULL)).isEqualTo(2);
        assertThat(fixture.take(A, EventView::payloadLength)).hasSize(written).containsOnly(30_000);
    }

    @Test
    @DisplayName("R5.13 no lane left for the thread: 14, and it is counted")
    void shouldSayThatThereIsNoMemory() throws InterruptedException {
        fixture.controller.start(SessionSettings.builder("small").lanes(1).laneBytes(64 * 1024).build());
        fixture.enable("small", ClassicFixture.CONTROL_ID, 1, 0);
        final ClassicSession small = requests.current();
        prepare("x");
        assertThat(small.write(event)).isEqualTo(ClassicStatus.OK);

        final ClassicStatus[] status = new ClassicStatus[1];
        final Thread other = new Thread(() -> status[0] = small.write(ClassicFixture.event("y")));
        other.start();
        other.join();

        assertThat(status[0].code()).isEqualTo(14);
        assertThat(fixture.controller.query("small").ledger().totals().lost().of(LossCause.NO_LANE)).isEqualTo(1);
        assertThat(fixture.takeTexts("small")).containsExactly("x");
    }

    @Test
    @DisplayName("R5.13 what a field's buffer writes while its own event is copied: 14, and it is counted")
    void shouldCountWhatABufferWritesAsLost() {
        final List<Integer> codes = new ArrayList<>();
        final DirectBuffer writing = new UnsafeBuffer(DATA) {
            @Override
            public byte[] byteArray() {
                // Asked for while the field is copied.
                codes.add(session.write(ClassicFixture.event("inner")).code());
                return super.byteArray();
            }
        };
        event.flags(FIELDS).classId(ClassicFixture.CLASS_ID).size(event.sizeOf(1)).field(0, writing, 0, 10);

        assertThat(code(event)).isZero();
        assertThat(codes).isNotEmpty().containsOnly(14);
        assertThat(fixture.controller.query(A).ledger().totals().lost().of(LossCause.NO_LANE))
                .isEqualTo(codes.size());
        assertThat(fixture.controller.query(A).ledger().totals().wanted()).isEqualTo(1 + codes.size());
        assertThat(fixture.take(A, ClassicFixture::hex)).containsExactly(HexFormat.of().formatHex(DATA));
    }

    @Test
    @DisplayName("R5.13 the memory for lanes was refused to the process: 14, and it is counted")
    void shouldSayThatTheProcessHasNoMemory() {
        fixture.controller.start(SessionSettings.builder("tight").lanes(8).laneBytes(64 * 1024).maxBytes(64 * 1024)
                .build());
        assertThat(fixture.controller.enable("tight",
                EnableRequest.of(ClassicFixture.CONTROL_ID, Enablement.of(1, 0, 0)), ClassicFixture.TIMEOUT)
                .refused()).hasSize(1);
        final ClassicSession tight = requests.current();
        prepare("x");

        assertThat(tight.name()).isEqualTo("tight");
        assertThat(tight.write(event).code()).isEqualTo(14);
        assertThat(fixture.controller.query("tight").ledger().totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"65536, 16176", "262144, 65328", "1048576, 65472"})
    @DisplayName("R5.13 R1.22 the largest that its lane takes, or any may be, is written; with one byte more: 234")
    void shouldRefuseWhatIsLargerThanTheLaneTakes(final int laneBytes, final int largest) {
        fixture.controller.start(SessionSettings.builder("sized").lanes(2).laneBytes(laneBytes).build());
        fixture.enable("sized", ClassicFixture.CONTROL_ID, 1, 0);
        final ClassicSession sized = requests.current();
        event.flags(FIELDS).classId(ClassicFixture.CLASS_ID).size(event.sizeOf(2)).field(1, LARGE, 0, 1);

        assertThat(sized.write(event.field(0, LARGE, 0, largest - 1))).isEqualTo(ClassicStatus.OK);
        assertThat(fixture.take("sized", EventView::payloadLength)).containsExactly(largest);
        assertThat(sized.write(event.field(0, LARGE, 0, largest)).code()).isEqualTo(234);
        assertThat(sized.write(event.field(0, LARGE, 0, LARGE.length)).code()).isEqualTo(234);

        assertThat(fixture.take("sized", EventView::payloadLength)).isEmpty();
        assertThat(fixture.controller.query("sized").ledger().totals().lost().of(LossCause.TOO_LARGE)).isEqualTo(2);
    }

    @Test
    @DisplayName("R5.11 R5.13 a block of 65,376, the largest that its lane takes, is written; with one byte more: 234")
    void shouldRefuseABlockLargerThanTheLaneTakes() {
        final ByteBuffer block = ByteBuffer.allocate(65_377);
        event.wrap(block, 0).flags(TRACED).classId(ClassicFixture.CLASS_ID);

        assertThat(code(event.size(65_376))).isZero();
        assertThat(fixture.take(A, EventView::payloadLength)).containsExactly(65_376 - 48);
        assertThat(code(event.size(65_377))).isEqualTo(234);
        assertThat(fixture.takeTexts(A)).isEmpty();
    }

    @Test
    @DisplayName("R5.16 an event of level 5 written to a session that was enabled with level 1 is recorded")
    void shouldNotFilter() {
        assertThat(requests.settings().level()).isEqualTo(1);
        prepare("x");
        assertThat(session.write(event.level(5))).isEqualTo(ClassicStatus.OK);
        assertThat(fixture.take(A, view -> view.descriptor().level())).containsExactly(5);
    }

    @Test
    @DisplayName("R5.17 after the session was stopped a write gives 6, and the provider was told by DISABLE; also when"
            + " another session has its slot")
    void shouldRefuseAStaleHandle() {
        prepare("x");
        fixture.stop(A);
        assertThat(code(event)).isEqualTo(6);
        assertThat(requests.told(2)).containsExactly("4 a", "5 a");

        fixture.start(A);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 1, 0);
        assertThat(code(event)).isEqualTo(6);
        assertThat(session.settings().status()).isEqualTo(ClassicStatus.INVALID_HANDLE);
        assertThat(requests.current().write(event)).isEqualTo(ClassicStatus.OK);
        assertThat(fixture.takeTexts(A)).containsExactly("x");
    }

    @Test
    void shouldRecordWhatItRefersToAsItIsWhenItWrites() {
        final byte[] bytes = {'o', 'l', 'd'};
        event.flags(FIELDS).classId(ClassicFixture.CLASS_ID).size(event.sizeOf(1)).field(0, bytes, 0, 3);
        System.arraycopy(new byte[]{'n', 'e', 'w'}, 0, bytes, 0, 3);
        session.write(event);
        Arrays.fill(bytes, (byte) '?');

        assertThat(fixture.takeTexts(A)).containsExactly("new");
    }

    private void prepare(final String text) {
        event.reset().flags(FIELDS).classId(ClassicFixture.CLASS_ID).size(event.sizeOf(1))
                .field(0, text.getBytes(StandardCharsets.UTF_8), 0, text.length());
    }

    private int code(final ClassicEvent written) {
        return session.write(written).code();
    }
}
