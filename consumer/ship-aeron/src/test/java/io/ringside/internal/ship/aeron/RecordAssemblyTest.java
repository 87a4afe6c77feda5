package io.ringside.internal.ship.aeron;

import io.aeron.logbuffer.FrameDescriptor;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.recording.RecordingPosition;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecordAssemblyTest {
    private static final byte BEGIN = FrameDescriptor.BEGIN_FRAG_FLAG;
    private static final byte END = FrameDescriptor.END_FRAG_FLAG;
    private static final byte WHOLE = FrameDescriptor.UNFRAGMENTED;
    private static final byte MIDDLE = 0;
    private static final int MESSAGE_LENGTH = 1000;

    private final RecordAssembly assembly = new RecordAssembly();
    private final byte[] record = record(5000);

    @Test
    void shouldGiveAMessageAsItIs() {
        assertThat(add(record, 0, record.length, WHOLE)).isEqualTo(record);
        assertThat(add(new byte[]{1, 2, 3}, 0, 3, WHOLE)).containsExactly(1, 2, 3);
    }

    @Test
    void shouldPutFragmentsTogetherAndDropWhatIsNotCompleted() {
        assertThat(add(record, 1000, 500, END)).as("without a beginning").isNull();
        assertThat(add(record, 0, 1000, BEGIN)).isNull();
        assertThat(add(record, 0, 1200, BEGIN)).as("begins again").isNull();
        assertThat(add(record, 1200, 2000, MIDDLE)).isNull();
        assertThat(add(record, 3200, 1800, END)).isEqualTo(record);
        assertThat(add(record, 0, 1000, BEGIN)).isNull();
        assertThat(add(new byte[]{1}, 0, 1, WHOLE)).containsExactly(1);
        assertThat(add(record, 1000, 4000, END)).isNull();
    }

    @Test
    void shouldPutMessagesTogether() {
        for (int from = 0; from < record.length; from += MESSAGE_LENGTH) {
            final byte[] complete = addMessage(from);
            assertThat(complete).isEqualTo(from + MESSAGE_LENGTH < record.length ? null : record);
        }
    }

    @Test
    void shouldDropARecordWhoseSenderHasEnded() {
        addMessage(0);
        addMessage(MESSAGE_LENGTH);
        shouldPutMessagesTogether();
        addMessage(0);
        final byte[] other = record(100);
        assertThat(add(other, 0, other.length, WHOLE)).isEqualTo(other);
        assertThat(addMessage(MESSAGE_LENGTH)).as("a part of nothing is none of ours").hasSize(MESSAGE_LENGTH + 8);
    }

    @Test
    void shouldPassByTheRestOfARecordWhereReadingBegins() {
        assertThat(addMessage(MESSAGE_LENGTH)).isNull();
        assertThat(addMessage(2 * MESSAGE_LENGTH)).isNull();
        shouldPutMessagesTogether();
    }

    @Test
    void shouldNotBelieveALengthBeforeItsBytesHaveCome() {
        final byte[] endless = record.clone();
        new UnsafeBuffer(endless).putInt(12, Integer.MAX_VALUE);
        assertThat(add(endless, 0, endless.length, WHOLE)).isEqualTo(endless);
        new UnsafeBuffer(endless).putInt(12, -1);
        assertThat(add(endless, 0, endless.length, WHOLE)).isEqualTo(endless);
        new UnsafeBuffer(endless).putInt(12, 10);
        assertThat(add(endless, 0, endless.length, WHOLE)).isEqualTo(endless);
    }

    @Test
    void shouldGiveUpAMessageThatDoesNotEnd() {
        final byte[] fragment = new byte[1 << 20];
        assertThat(add(fragment, 0, fragment.length, BEGIN)).isNull();
        byte[] given = null;
        for (int i = 0; i < 70 && given == null; i++) {
            given = add(fragment, 0, fragment.length, MIDDLE);
        }
        assertThat(given).as("counted as rejected").isEmpty();
        assertThat(add(fragment, 0, fragment.length, END)).isNull();
    }

    @Test
    void shouldTakeAnyBytes() {
        final Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            final byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            if (noise.length > 16 && random.nextBoolean()) {
                System.arraycopy(record, 0, noise, 0, 4);
            }
            final byte[] given = add(noise, 0, noise.length, (byte) random.nextInt(256));
            assertThat(given == null || given.length <= 1 << 20).isTrue();
        }
        assembly.add(new UnsafeBuffer(new byte[1]), 0, 1, WHOLE);
        shouldPutMessagesTogether();
    }

    private byte[] add(final byte[] bytes, final int offset, final int length, final byte flags) {
        return assembly.add(new UnsafeBuffer(bytes), offset, length, flags);
    }

    /** As a sender sends it. */
    private byte[] addMessage(final int from) {
        final int to = Math.min(from + MESSAGE_LENGTH, record.length);
        final byte[] bytes = Arrays.copyOfRange(record, from, to);
        if (from == 0) {
            return add(bytes, 0, bytes.length, WHOLE);
        }
        final UnsafeBuffer message = new UnsafeBuffer(new byte[bytes.length + RecordAssembly.PART_HEADER_LENGTH]);
        RecordAssembly.putPartHeader(message, from);
        message.putBytes(RecordAssembly.PART_HEADER_LENGTH, bytes);
        return assembly.add(message, 0, message.capacity(), WHOLE);
    }

    private static byte[] record(final int length) {
        final byte[] content = new byte[length - 88];
        new Random(length).nextBytes(content);
        final UUID id = new UUID(1, 2);
        return new ShipRecord(1, id, 0, new RecordingPosition(id, 1, 0, 0, 0), 7, 7, new UnsafeBuffer(content))
                .encode();
    }
}
