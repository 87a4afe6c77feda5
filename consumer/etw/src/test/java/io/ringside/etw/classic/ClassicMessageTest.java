package io.ringside.etw.classic;

import io.ringside.etw.trace.EventRecord;
import io.ringside.etw.trace.HeaderFlags;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.EventView;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Messages: what stands before their arguments, and their numbers. */
@Timeout(60)
class ClassicMessageTest {
    private static final byte[] LARGE = new byte[65_536];
    private static final String A = "a";
    private static final String B = "b";

    private final Requests requests = new Requests(0);
    private final ClassicMessage message = new ClassicMessage();
    private ClassicFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
        ClassicRegistration.register(fixture.ringside,
                ClassicProvider.of("Test-Classic", ClassicFixture.CONTROL_ID), requests, null);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R5.15 LOCAL: two sessions each count 1..n")
    void shouldCountInEachSession() {
        final ClassicSession first = open(A, SessionSettings.SequenceKind.LOCAL);
        final ClassicSession second = open(B, SessionSettings.SequenceKind.LOCAL);
        message.flags(MessageFlags.SEQUENCE);
        for (int i = 0; i < 3; i++) {
            first.write(message);
            second.write(message);
        }
        first.write(message);

        assertThat(fixture.take(A, ClassicMessageTest::number)).containsExactly(1, 2, 3, 4);
        assertThat(fixture.take(B, ClassicMessageTest::number)).containsExactly(1, 2, 3);
    }

    @Test
    @DisplayName("R5.15 GLOBAL: one counter across sessions")
    void shouldCountAcrossSessions() {
        final ClassicSession first = open(A, SessionSettings.SequenceKind.GLOBAL);
        final ClassicSession second = open(B, SessionSettings.SequenceKind.GLOBAL);
        message.flags(MessageFlags.SEQUENCE);
        for (int i = 0; i < 3; i++) {
            first.write(message);
            second.write(message);
        }

        assertThat(fixture.take(A, ClassicMessageTest::number)).containsExactly(1, 3, 5);
        assertThat(fixture.take(B, ClassicMessageTest::number)).containsExactly(2, 4, 6);
    }

    @Test
    @DisplayName("R5.15 a session that does not count gives no number, and what follows is as ever")
    void shouldLeaveOutTheNumberWhereNobodyCounts() {
        final ClassicSession session = open(A, SessionSettings.SequenceKind.NONE);
        session.write(message.flags(MessageFlags.SEQUENCE | MessageFlags.COMPONENT_ID).componentId(0x01020304));

        assertThat(fixture.take(A, ClassicFixture::hex)).containsExactly("04030201");
    }

    @Test
    @DisplayName("R5.15 what the flags ask for stands before the arguments: number, id, time, thread, process")
    void shouldLayWhatTheFlagsAskForInOrder() {
        final ClassicSession session = open(A, SessionSettings.SequenceKind.LOCAL);
        final long before = System.nanoTime();
        message.flags(MessageFlags.SEQUENCE | MessageFlags.GUID | MessageFlags.TIMESTAMP | MessageFlags.SYSTEM_INFO
                | MessageFlags.POINTER_EIGHT_BYTES).id(ClassicFixture.CLASS_ID).number(0xABCD)
                .argument(new byte[]{1, 2, 3}, 1, 2).argument(new UnsafeBuffer(new byte[]{4}), 0, 1)
                .argument(ByteBuffer.wrap(new byte[]{5, 6}), 1, 1);
        assertThat(session.write(message)).isEqualTo(ClassicStatus.OK);

        final List<String> facts = fixture.take(A, view -> {
            final int at = view.payloadOffset();
            assertThat(view.buffer().getLong(at + 20)).isEqualTo(view.timeTicks()).isBetween(before,
                    System.nanoTime());
            assertThat(view.buffer().getInt(at + 28)).isEqualTo((int) Thread.currentThread().getId());
            assertThat(view.buffer().getInt(at + 32)).isEqualTo((int) ProcessHandle.current().pid());
            assertThat(view.providerId()).isEqualTo(ClassicFixture.CLASS_ID);
            assertThat(view.descriptor().id()).isEqualTo(0xABCD);
            assertThat(new EventRecord().wrap(view).headerFlags())
                    .isEqualTo(HeaderFlags.ALWAYS | HeaderFlags.TRACE_MESSAGE);
            assertThat(ClassicView.of(view).isMessage()).isTrue();
            assertThat(ClassicView.of(view).messageFlags()).isEqualTo(0xAB);
            final String hex = ClassicFixture.hex(view);
            return hex.substring(0, 40) + " " + hex.substring(72);
        });
        assertThat(facts).containsExactly("01000000" + "0403020106050807090a0b0c0d0e0f10" + " 02030406");
    }

    @Test
    @DisplayName("R5.15 either time, or both, is one time of eight bytes, that of the event")
    void shouldHaveOneTime() {
        final ClassicSession session = open(A, SessionSettings.SequenceKind.NONE);
        for (final int flags : new int[]{MessageFlags.TIMESTAMP, MessageFlags.PERFORMANCE_TIMESTAMP,
            MessageFlags.TIMESTAMP | MessageFlags.PERFORMANCE_TIMESTAMP}) {
            assertThat(session.write(message.flags(flags))).isEqualTo(ClassicStatus.OK);
        }

        assertThat(fixture.take(A, view -> view.payloadLength() == 8
                && view.buffer().getLong(view.payloadOffset()) == view.timeTicks())).containsExactly(true, true, true);
    }

    @Test
    @DisplayName("R5.15 an id and a component together: 87; so are an id that is missing and unknown flags")
    void shouldRefuseWhatContradictsItself() {
        final ClassicSession session = open(A, SessionSettings.SequenceKind.NONE);
        assertCode(session, 87, MessageFlags.GUID | MessageFlags.COMPONENT_ID);
        assertCode(session, 87, MessageFlags.GUID);
        assertCode(session, 87, 0x100);
        assertCode(session, 87, MessageFlags.POINTER_EIGHT_BYTES | MessageFlags.POINTER_FOUR_BYTES);
        message.number(0x10000);
        assertThat(session.write(message.flags(0)).code()).isEqualTo(87);
        message.reset().argument(new byte[1], 0, 2);
        assertThat(session.write(message).code()).isEqualTo(87);
        assertThat(session.write((ClassicMessage) null).code()).isEqualTo(87);
        assertThat(ClassicSession.INVALID.write(message.reset()).code()).isEqualTo(6);
        assertThat(fixture.takeTexts(A)).isEmpty();
    }

    @Test
    @DisplayName("R5.15 R1.22 arguments that fit the lane, or 64 KB, to the byte are written; one byte more: 234; what"
            + " was lost has had its number")
    void shouldRefuseWhatIsTooLarge() {
        final ClassicSession session = open(A, SessionSettings.SequenceKind.LOCAL);
        fixture.controller.start(
                SessionSettings.builder(B).laneBytes(1 << 20).sequence(SessionSettings.SequenceKind.LOCAL).build());
        fixture.enable(B, ClassicFixture.CONTROL_ID, 1, 0);
        for (final ClassicSession each : List.of(session, requests.current())) {
            // Its number has four bytes.
            final int largest = each == session ? 65_324 : 65_468;
            message.reset().flags(MessageFlags.SEQUENCE).argument(LARGE, 0, largest);
            assertThat(each.write(message)).isEqualTo(ClassicStatus.OK);
            assertThat(fixture.take(each.name(), EventView::payloadLength)).containsExactly(4 + largest);
            assertThat(each.write(message.argument(LARGE, 0, 1)).code()).isEqualTo(234);
            message.reset().flags(MessageFlags.SEQUENCE).argument(LARGE, 0, LARGE.length);
            assertThat(each.write(message).code()).isEqualTo(234);
            assertThat(each.write(message.reset().flags(MessageFlags.SEQUENCE))).isEqualTo(ClassicStatus.OK);
            assertThat(fixture.take(each.name(), ClassicMessageTest::number)).containsExactly(4);
            assertThat(fixture.controller.query(each.name()).ledger().totals().lost().of(LossCause.TOO_LARGE))
                    .isEqualTo(2);
        }
    }

    @Test
    void shouldTake128Arguments() {
        final ClassicSession session = open(A, SessionSettings.SequenceKind.NONE);
        IntStream.range(0, 128).forEach(i -> message.argument(new byte[]{(byte) i}, 0, 1));
        assertThat(session.write(message)).isEqualTo(ClassicStatus.OK);
        assertThat(session.write(message.argument(new byte[1], 0, 1)).code()).isEqualTo(87);

        final byte[] expected = new byte[128];
        IntStream.range(0, 128).forEach(i -> expected[i] = (byte) i);
        assertThat(fixture.take(A, ClassicFixture::hex)).containsExactly(HexFormat.of().formatHex(expected));
    }

    private ClassicSession open(final String name, final SessionSettings.SequenceKind sequence) {
        fixture.start(name, sequence);
        fixture.enable(name, ClassicFixture.CONTROL_ID, 1, 0);
        return requests.current();
    }

    private void assertCode(final ClassicSession session, final int code, final int flags) {
        assertThat(session.write(message.flags(flags)).code()).isEqualTo(code);
    }

    private static int number(final EventView view) {
        assertThat(view.providerId()).isEqualTo(new UUID(0, 0));
        return view.buffer().getInt(view.payloadOffset());
    }
}
