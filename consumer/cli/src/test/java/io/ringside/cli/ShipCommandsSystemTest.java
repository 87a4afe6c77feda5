package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.ship.kafka.Broker;
import io.ringside.reader.NumberedRecording;
import io.ringside.recording.RecordingMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code ship}, {@code receive} and {@code ships} with a real broker. */
@Tag("process")
@Timeout(180)
class ShipCommandsSystemTest {
    @TempDir
    private static Path brokerFolder;
    private static Broker broker;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException {
        broker = new Broker(brokerFolder);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void shouldShipReceiveAndAccountForEverything() {
        final String address = "kafka://" + broker.servers() + "/accounted";
        final Path received = folder.resolve("received");
        try (NumberedRecording recording = new NumberedRecording(folder.resolve("source"))) {
            recording.open(RecordingMode.APPEND, 0).write(400).write(200);
            final UUID id = RecordingExcerpts.idOf(recording.folder());
            final ProgramRun ship = run("ship", recording.folder().toString(), "--to", address, "--host", "alpha",
                    "--once", "--property", "compression.type=gzip");
            assertThat(ship.err()).isEmpty();
            assertThat(ship.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(ship.out()).singleElement().asString()
                    .startsWith("shipped up to event 600; in this run 0 events gone before, ");
            assertThat(run("ship", recording.folder().toString(), "--to", address, "--once", "--format", "json").out())
                    .containsExactly("{\"events\":600,\"lost\":0,\"records\":0,\"ended\":false,\"address\":\"" + address
                            + "\"}");

            final ProgramRun receive = run("receive", address, "--to", received.toString(), "--once");
            assertThat(receive.err()).isEmpty();
            assertThat(receive.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(receive.out().get(0)).isEqualTo("RECEIVED  BEFORE  LOST  PATH");
            assertThat(receive.out().get(1)).contains("600", received.resolve(id.toString()).toString());

            final ProgramRun ships = run("ships", address, "--to", received.toString(), "--format", "json");
            assertThat(ships.err()).isEmpty();
            assertThat(ships.out()).singleElement().asString().contains("\"recording\":\"" + id + "\"",
                    "\"recorded\":600,\"shipped\":600,\"lost\":0,\"inFlight\":0",
                    "\"received\":{\"events\":600,\"before\":0,\"lost\":0,\"inFlight\":0,\"wanted\":600");
            assertThat(run("ships", address).out()).hasSize(2).anyMatch(line -> line.startsWith(id.toString()));
            assertThat(run("tail", received.resolve(id.toString()).toString(), "--format", "json").out())
                    .isEqualTo(run("tail", recording.folder().toString(), "--format", "json").out());
        }
    }

    @Test
    void shouldTellWhatIsWrongInOneLine() throws IOException {
        final String address = "kafka://" + broker.saslServers() + "/refused";
        final Path properties = Files.writeString(folder.resolve("client.properties"),
                "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.jaas.config=org.apache.kafka.common."
                        + "security.plain.PlainLoginModule required username=\"" + Broker.USER
                        + "\" password=\"wrong\";\n");
        final ProgramRun refused = run("ships", address, "--properties", properties.toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).singleElement().asString().contains("broker rejects the credentials", address);

        final ProgramRun nothing = run("ships", "kafka://" + broker.servers() + "/nothing");
        assertThat(nothing.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(nothing.err()).singleElement().asString().contains("topic does not exist");

        for (final String wrong : new String[]{"kafka://host", "host:9092/topic", "kafka://host:1/a b",
            "pigeon://a/b"}) {
            final ProgramRun run = run("ships", wrong);
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).singleElement().asString().contains("kafka://HOST:PORT");
        }
        final ProgramRun none = run("ship", folder.toString(), "--to", "kafka://" + broker.servers() + "/nothing");
        assertThat(none.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(none.err()).singleElement().asString().contains(folder.toString());
    }

    private static ProgramRun run(final String... args) {
        return ProgramRun.plain(new Interruption(), args);
    }
}
