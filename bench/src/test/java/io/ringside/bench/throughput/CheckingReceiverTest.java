package io.ringside.bench.throughput;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("proof")
class CheckingReceiverTest {
    private static final int LENGTH = 64;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);
    private final CheckingReceiver receiver = new CheckingReceiver();

    @BeforeEach
    void receiveFirst() {
        receive(10, 3, 0);
    }

    @Test
    void shouldCountWhatIsMissingWhenALaterEventOfItsWriterCame() {
        receive(10, 3, 1);
        receive(10, 4, 0);
        receive(11, 3, 5);

        assertThat(receiver.received()).isEqualTo(4);
        assertThat(receiver.missing()).isEqualTo(3);
    }

    @Test
    void shouldRefuseAnEventThatCameTwice() {
        assertThatThrownBy(() -> receive(10, 3, 0)).hasMessageContaining("not in its order");
    }

    @Test
    void shouldRefuseAnEventThatIsOlderThanTheOneBefore() {
        assertThatThrownBy(() -> receive(9, 3, 1)).hasMessageContaining("lastNs=10");
    }

    @Test
    void shouldRefuseAnEventOfWhichAnyNumberIsWrong() {
        for (int offset = CheckingReceiver.SHORTEST; offset < LENGTH; offset += Long.BYTES) {
            CheckingReceiver.encode(buffer, 3, 1, LENGTH);
            buffer.putLong(offset, buffer.getLong(offset) + 1);

            assertThatThrownBy(() -> receiver.onMessage(10, buffer, 0, LENGTH)).as("offset=" + offset)
                    .hasMessageContaining("not what was written");
        }
    }

    private void receive(final long timeNs, final int writer, final long sequence) {
        CheckingReceiver.encode(buffer, writer, sequence, LENGTH);
        receiver.onMessage(timeNs, buffer, 0, LENGTH);
    }
}
