package io.ringside.bench.channel;

import io.ringside.bench.channel.WriterEnd.Sender;
import io.ringside.bench.channel.WriterEnd.WriterClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

@Tag("proof")
class ChannelTest {
    private static final int ROOM_BYTES = 1 << 16;
    private static final int LENGTH = 32;

    private final UnsafeBuffer payload = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private final List<Long> received = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"AERON_EXCLUSIVE", "AERON_CONCURRENT"})
    void shouldCarryWhatWasSentInItsOrderWhoeverCarries(final ChannelKind kind) throws IOException {
        try (ChannelHost host = ChannelHost.open(kind, ROOM_BYTES, true)) {
            final ChannelPlan plan = ChannelPlan.parse(host.plan().toArguments().toArray(String[]::new));
            try (ReaderEnd reader = ReaderEnd.open(plan, (timeNs, buffer, offset, length) -> {
                assertThat(length).isEqualTo(LENGTH);
                assertThat(timeNs).isPositive();
                received.add(buffer.getLong(offset));
            }); WriterEnd writer = WriterEnd.open(plan, new WriterClock())) {
                final Sender sender = writer.sender();
                for (long i = 1; i <= 3; i++) {
                    payload.putLong(0, i);
                    assertThat(sender.send(payload, LENGTH)).isTrue();
                }
                await().until(() -> {
                    reader.poll();
                    return received.size() >= 3;
                });
            }
            assertThat(received).containsExactly(1L, 2L, 3L);
            assertThat(host.end()).isZero();
        }
    }

    @Test
    void shouldCountAsLostWhatASessionHasNoRoomFor() throws IOException {
        try (ChannelHost host = ChannelHost.open(ChannelKind.RINGSIDE, ROOM_BYTES, false)) {
            long refused = 0;
            try (ReaderEnd reader = ReaderEnd.open(host.plan(),
                    (timeNs, buffer, offset, length) -> received.add(buffer.getLong(offset)));
                    WriterEnd writer = WriterEnd.open(host.plan(), new WriterClock())) {
                final Sender sender = writer.sender();
                for (int i = 0; i < ROOM_BYTES / LENGTH; i++) {
                    refused += sender.send(payload, LENGTH) ? 0 : 1;
                }
                final long written = ROOM_BYTES / LENGTH - refused;
                await().until(() -> {
                    reader.poll();
                    return received.size() >= written;
                });
            }
            assertThat(refused).isPositive();
            assertThat(host.end()).isEqualTo(refused);
        }
    }

    @Test
    void shouldRefuseArgumentsThatAreNoPlan() {
        assertThatThrownBy(() -> ChannelPlan.parse("RINGSIDE", Path.of("x").toString()))
                .hasMessageContaining("not a channel");
    }
}
