package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.ship.aeron.ArchiveProcess;
import io.ringside.internal.ship.kafka.Broker;
import io.ringside.reader.NumberedRecording;
import io.ringside.recording.RecorderContext;
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
@Tag("proof")
class ShipCommandsSystemTest {
    @TempDir
    private static Path brokerFolder;
    private static Broker broker;
    @TempDir
    private static Path archiveFolder;

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
    void shouldShipReceiveAndAccountForEverythingThroughKafka() {
        requireAccounted("kafka://" + broker.servers() + "/accounted", "compression.type=gzip");
    }

    @Test
    void shouldShipReceiveAndAccountForEverythingThroughAeron() throws IOException {
        try (ArchiveProcess archive = new ArchiveProcess(archiveFolder.resolve("accounted"))) {
            requireAccounted("aeron://" + archive.server() + "/accounted", "aeron.archive.message.timeout=10s");
        }
    }

    private void requireAccounted(final String address, final String property) {
        final Path received = folder.resolve("received");
        try (NumberedRecording recording = new NumberedRecording(folder.resolve("source"))) {
            recording.open(RecorderContext.Mode.APPEND, 0).write(400).write(200).stop();
            final UUID id = RecordingExcerpts.idOf(recording.folder());
            final ProgramRun ship = run("ship", recording.folder().toString(), "--to", address, "--host", "alpha",
                    "--once", "--property", property);
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
            final ProgramRun tail = run("tail", received.toString(), "--format", "json");
            assertThat(tail.err()).as("one host is in order").isEmpty();
            assertThat(tail.out()).hasSize(600).allMatch(line -> line.contains(",\"host\":\"alpha\",\"pid\":"));
            assertThat(tail.out().stream().map(line -> line.replace("\"host\":\"alpha\",", "")).toList())
                    .isEqualTo(run("tail", recording.folder().toString(), "--format", "json").out());
            assertThat(run("tail", received.toString(), "--where", "host == 'beta'").out()).isEmpty();
            assertThat(run("measure", received.toString(), "--of", "count", "--by", "host", "--format", "json").out())
                    .anyMatch(line -> line.contains("{\"host\":\"alpha\"}") && line.contains("\"count\":600"));
        }
    }

    @Test
    void shouldControlTheHostThatAllowsItFromAfarThroughKafka() throws InterruptedException {
        requireControlled("kafka://" + broker.servers() + "/controlled");
    }

    @Test
    void shouldControlTheHostThatAllowsItFromAfarThroughAeron() throws IOException, InterruptedException {
        try (ArchiveProcess archive = new ArchiveProcess(archiveFolder.resolve("controlled"))) {
            requireControlled("aeron://" + archive.server() + "/controlled");
        }
    }

    private void requireControlled(final String address) throws InterruptedException {
        final String directory = folder.resolve("trace").toString();
        assertThat(run("start", "trading", "--dir", directory).exitCode()).isEqualTo(ExitCode.DONE);
        try (NumberedRecording alpha = new NumberedRecording(folder.resolve("alpha"));
                NumberedRecording beta = new NumberedRecording(folder.resolve("beta"))) {
            alpha.open(RecorderContext.Mode.APPEND, 0).write(10);
            beta.open(RecorderContext.Mode.APPEND, 0).write(10);
            final Interruption end = new Interruption();
            final Thread allowed = shipping(end, "--dir", directory, "ship", alpha.folder().toString(), "--to",
                    address, "--host", "alpha", "--allow-control");
            final Thread refusing = shipping(end, "ship", beta.folder().toString(), "--to", address, "--host",
                    "beta");
            try {
                ProgramRun remote;
                do {
                    remote = run("--format", "json", "remote", "--timeout", "3s", address, "enable", "trading",
                            "Orders", "--level", "warning");
                } while (remote.out().size() < 2 || String.join("", remote.out()).contains("silent"));
                assertThat(remote.exitCode()).as("beta refuses").isEqualTo(ExitCode.FAILED);
                assertThat(remote.out().get(0)).startsWith("{\"host\":\"alpha\",\"state\":\"done\"");
                assertThat(remote.out().get(1)).startsWith("{\"host\":\"beta\",\"state\":\"refused\"")
                        .contains("--allow-control");
                assertThat(run("query", "trading", "--dir", directory, "--format", "json").out()).singleElement()
                        .asString().contains("Orders");

                final ProgramRun one = run("remote", "--host", "alpha", address, "disable", "trading", "Orders");
                assertThat(one.exitCode()).isEqualTo(ExitCode.DONE);
                assertThat(one.out()).hasSize(2).last().asString().startsWith("alpha  done");
                assertThat(run("remote", "--host", "alpha", address, "snapshot", "trading", "--to", "../up").out())
                        .last().asString().startsWith("alpha  failed").contains("a name only");
                assertThat(run("remote", address, "stop", "trading").err()).singleElement().asString()
                        .contains("cannot be run from afar");
            } finally {
                end.request();
                allowed.join();
                refusing.join();
            }
        }
    }

    private static Thread shipping(final Interruption end, final String... args) {
        final Thread thread = new Thread(() -> ProgramRun.plain(end, args), "shipping");
        thread.start();
        return thread;
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
