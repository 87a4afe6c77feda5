package io.ringside.cli;

import io.ringside.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Lines as messages, and what a reader gets that calls again. */
class TailStreamTest {
    private static final Pattern ID = Pattern.compile("id: (\\S+)\n");
    private static final String TIMELESS_GAP = "{\"lost\":2,\"cause\":\"full\",\"from\":null,\"to\":null}";

    private final Body body = new Body();

    @Test
    void shouldSendALineAsAMessageHoweverItIsWritten() throws IOException {
        try (TailStream stream = stream(null)) {
            stream.write(bytes("{\"time\":5,\"event\":\"\u20ac\"}\n{\"ti"));
            for (final byte value : bytes("me\":5,\"event\":\"b\"}\n")) {
                stream.write(value);
            }
        }
        assertThat(body.text()).isEqualTo(message("5-1-0", "{\"time\":5,\"event\":\"\u20ac\"}")
                + message("5-2-0", "{\"time\":5,\"event\":\"b\"}"));
    }

    @Test
    void shouldNotWriteByteByByte() throws IOException {
        try (TailStream stream = stream(null)) {
            stream.write(bytes(event(1, "a")));
        }
        assertThat(body.writes).isOne();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_795_785_600_000_000_000L, Long.MAX_VALUE - 6, Long.MIN_VALUE})
    void shouldNotRepeatWhatAReaderHasGotThatCallsAgain(final long begin) throws IOException {
        final List<String> lines = List.of(event(begin, "a"), event(begin + 1, "b"), event(begin + 1, "c"),
                gap(begin + 2, begin + 3), TIMELESS_GAP + "\n", event(begin + 4, "d"), event(begin + 4, "e"),
                event(begin + 5, "f"));
        for (int got = 1; got < lines.size(); got++) {
            body.clear();
            try (TailStream first = stream(null)) {
                for (final String line : lines.subList(0, got)) {
                    first.write(bytes(line));
                }
                first.beat();
            }
            final String lastId = ID.matcher(body.text()).results().reduce((a, b) -> b).orElseThrow().group(1);
            final String before = body.messages();
            body.clear();
            try (TailStream second = stream(lastId)) {
                for (final String line : lines) {
                    second.write(bytes(line));
                }
                second.beat();
            }
            assertThat(before + body.messages()).as("got=%d", got).isEqualTo(String.join("", lines));
        }
    }

    @Test
    void shouldCountLossesWithoutATimeThatMayHaveBeenShownBefore() throws IOException {
        try (TailStream stream = stream("5-1-0")) {
            stream.write(bytes(gap(1, 2) + TIMELESS_GAP + "\n" + event(5, "a")));
            stream.beat();
            stream.write(bytes(event(6, "b") + TIMELESS_GAP + "\n"));
        }
        assertThat(body.text()).contains("event: beat\ndata: {\"skipped\":1}\n");
        assertThat(body.messages()).isEqualTo(event(6, "b") + TIMELESS_GAP + "\n");
    }

    @Test
    void shouldStartAnewIfWhatAReaderSaysIsNotUnderstood() throws IOException {
        for (final String id : List.of("", "5", "-", "5-1", "99999999999999999999-1-0", "9999999999999999999-1-0",
                "5-99999999999-0", "<b>")) {
            body.clear();
            try (TailStream stream = stream(id)) {
                stream.write(bytes(event(1, "a")));
            }
            assertThat(body.messages()).as(id).isEqualTo(event(1, "a"));
        }
    }

    @Test
    void shouldCountWhatNobodyCanLookAt() throws IOException {
        try (TailStream stream = stream(null)) {
            for (int i = 0; i < 10_000; i++) {
                stream.write(bytes(event(i, "a")));
            }
            stream.write(bytes("{\"time\":10000,\"x\":\"" + "x".repeat(300_000) + "\"}\n"));
            stream.beat();
        }
        final long shown = body.messages().lines().count();
        assertThat(shown).isBetween(200L, 9_999L);
        assertThat(body.text()).contains("event: beat\ndata: {\"skipped\":" + (10_001 - shown) + "}\n");
    }

    @Test
    void shouldCountEventsWhoseLinesNeedNotBeMadeAndKnowItsPlace() throws IOException {
        int made = 0;
        try (TailStream stream = stream(null)) {
            for (int i = 1; i <= 10_000; i++) {
                if (!stream.leavesOut(i)) {
                    made++;
                    stream.write(bytes(event(i, "a")));
                }
            }
            stream.beat();
        }
        assertThat(made).isBetween(200, 9_999);
        assertThat(body.messages().lines()).hasSize(made);
        assertThat(body.text())
                .endsWith("id: 10000-1-0\nevent: beat\ndata: {\"skipped\":" + (10_000 - made) + "}\n\n");
        try (TailStream resumed = stream("10001-1-0")) {
            for (int i = 1; i <= 1_000; i++) {
                assertThat(resumed.leavesOut(i)).isFalse();
                resumed.write(bytes(event(i, "a")));
            }
        }
    }

    @Test
    void shouldWriteNothingAfterItIsClosed() throws IOException {
        final TailStream stream = stream(null);
        stream.close();
        assertThatThrownBy(() -> stream.write(bytes(event(1, "a")))).isInstanceOf(IOException.class);
        assertThatThrownBy(stream::beat).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> stream.messages().write(bytes("problem\n"))).isInstanceOf(IOException.class);
        assertThat(body.text()).isEmpty();
    }

    private TailStream stream(final @Nullable String lastId) {
        return new TailStream(body, new Interruption(), lastId);
    }

    private static String message(final String id, final String data) {
        return "id: " + id + "\nevent: message\ndata: " + data + "\n\n";
    }

    private static String event(final long timeNs, final String name) {
        return "{\"time\":" + timeNs + ",\"event\":\"" + name + "\"}\n";
    }

    private static String gap(final long fromNs, final long toNs) {
        return "{\"lost\":1,\"cause\":\"full\",\"from\":" + fromNs + ",\"to\":" + toNs + "}\n";
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Counts how often it is written to. */
    private static final class Body extends OutputStream {
        private static final Pattern MESSAGE = Pattern.compile("event: message\ndata: (.*\n)\n");

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int writes;

        @Override
        public void write(final int value) {
            writes++;
            bytes.write(value);
        }

        @Override
        public void write(final byte[] written, final int offset, final int length) {
            writes++;
            bytes.write(written, offset, length);
        }

        private String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        private String messages() {
            final StringBuilder all = new StringBuilder();
            MESSAGE.matcher(text()).results().forEach(message -> all.append(message.group(1)));
            return all.toString();
        }

        private void clear() {
            bytes.reset();
        }
    }
}
