package io.ringside.internal.ship.aeron;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AeronSettingsTest {
    private static final UUID ID = new UUID(1, 2);

    @Test
    void shouldHaveChannelsByTheAddress() {
        final AeronSettings settings = new AeronSettings(new ShipContext("aeron://127.0.0.1:8010/trading"));

        assertThat(settings.controlChannel()).isEqualTo("aeron:udp?endpoint=127.0.0.1:8010");
        assertThat(settings.responseChannel()).isEqualTo("aeron:udp?endpoint=127.0.0.1:0");
        assertThat(settings.replayChannel()).isEqualTo("aeron:udp?endpoint=127.0.0.1:0");
        assertThat(settings.publicationChannel(ID)).contains("endpoint=127.0.0.1:8011", "mtu=1408",
                "alias=ringside/trading/" + ID, "term-length=");
        assertThat(settings.recordedChannel(ID, 7)).contains("endpoint=127.0.0.1:8011", "session-id=7",
                "alias=ringside/trading/" + ID);
        assertThat(settings.dir()).isNull();
    }

    @Test
    void shouldContinueWhereAPublicationHasEnded() {
        final AeronSettings settings = new AeronSettings(new ShipContext("aeron://127.0.0.1:8010/trading").properties(
                Map.of(AeronSettings.DATA_CHANNEL, "aeron:udp?endpoint=127.0.0.1:9|term-length=64k")));

        assertThat(settings.publicationChannel(new ArchivedStream(0, ID, 0, 0, 128 * 1024 + 64, 5, 64 * 1024, 1472,
                3))).contains("endpoint=127.0.0.1:9", "init-term-id=5", "term-id=7", "term-offset=64", "mtu=1472",
                        "term-length=");
        assertThat(settings.recordedChannel(ID, 7)).doesNotContain("term");
    }

    @Test
    void shouldGetAnswersAtTheGivenPortAndSendQuestionsFromTheNext() {
        assertThat(linked("10.0.0.5:4000").answerChannel()).isEqualTo("aeron:udp?endpoint=10.0.0.5:4000");
        assertThat(linked("10.0.0.5:4000").questionChannel()).contains("control=10.0.0.5:4001");
        assertThat(linked("[::1]:4000").questionChannel()).contains("control=[::1]:4001");
        assertThat(linked("10.0.0.5:0").questionChannel()).as("any port").contains("control=10.0.0.5:0");
    }

    private static AeronSettings linked(final String endpoint) {
        return new AeronSettings(new ShipContext("aeron://127.0.0.1:8010/a")
                .properties(Map.of(AeronSettings.LINK_ENDPOINT, endpoint)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron://127.0.0.1/a", "aeron://127.0.0.1:0/a", "aeron://127.0.0.1:65535/a",
        "aeron://127.0.0.1:x/a", "aeron://127.0.0.1:1,127.0.0.1:2/a", "aeron://:1/a"})
    void shouldRejectAnAddress(final String address) {
        final ShipContext context = new ShipContext(address);
        assertThatThrownBy(() -> new AeronSettings(context)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT)).hasMessageContaining(address)
                .hasMessageContaining("aeron://HOST:PORT/TOPIC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compression.type=zstd", "aeron.archive.message.timeout=soon",
        "ringside.data.stream.id=x", "ringside.replay.channel=udp",
        "ringside.data.channel=aeron:udp?endpoint=localhost:8011|session-id=7",
        "ringside.data.channel=aeron:udp?endpoint=localhost:8011|alias=mine",
        "ringside.data.channel=aeron:udp?endpoint=localhost:8011|term-id=1",
        "ringside.data.channel=aeron:udp?endpoint=localhost:8011|reliable=false",
        "ringside.link.endpoint=localhost", "ringside.link.endpoint=localhost:65535",
        "ringside.link.endpoint=localhost:1|alias=mine", "ringside.link.stream.id=x"})
    void shouldRejectAProperty(final String property) {
        final int equals = property.indexOf('=');
        final String name = property.substring(0, equals);
        final ShipContext context = new ShipContext("aeron://127.0.0.1:8010/a")
                .properties(Map.of(name, property.substring(equals + 1)));
        assertThatThrownBy(() -> new AeronSettings(context)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT)).hasMessageContaining(name)
                .hasMessageContaining("expected");
    }

    @Test
    void shouldRejectAHostThatNobodyKnowsAndLinesOfJson() {
        final AeronSettings settings = new AeronSettings(new ShipContext("aeron://archive.invalid:8010/a"));
        assertThatThrownBy(settings::requireHost).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("archive.invalid");
        assertThatThrownBy(
                () -> new AeronCarrier().ship(new ShipContext("aeron://localhost:1/a").format(ShipContext.Format.JSONL),
                        Path.of("none")))
                .isInstanceOf(RingsideException.class).hasMessageContaining("leave out --as");
    }
}
