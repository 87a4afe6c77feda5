package io.ringside.cli;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** {@code ringside serve} as it is typed. */
@Timeout(60)
class ServeCommandTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--listen 0.0.0.0:0|other machines need a token: listen=0.0.0.0:0",
        "--listen [::]:0|other machines need a token: listen=[::]:0",
        "--listen nowhere|invalid address: listen=nowhere",
        "--token-file nothing-here|cannot read a token: path=nothing-here",
        "--max-series 99|option is out of range: option=--max-series",
        "--timeout 0|option is out of range: option=--timeout",
        "--timeout 11s|option is out of range: option=--timeout",
        "--tls-password-file x|--tls-password-file requires --tls",
        "--tls keys.p12|password of the keys is missing: tls=keys.p12"})
    void shouldNotStartWithWhatItCannotDo(final String options, final String message) {
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"),
                ("serve " + options).split(" ", -1));
        assertThat(run.exitCode()).isNotEqualTo(ExitCode.DONE).isNotEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().startsWith("ringside: " + message);
    }

    @Test
    void shouldServeUntilItIsInterrupted() throws IOException, InterruptedException {
        ProgramRun.of(folder.resolve("trace"), "start", "trading");
        final Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
        final Interruption interruption = new Interruption();
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final int[] exitCode = {-1};
        final Thread command = new Thread(() -> exitCode[0] = CommandTree.run(new Console(out, err, false, false),
                interruption, "--dir", folder.resolve("trace").toString(), "--format", "json", "serve", "--listen", "0",
                "--token-file", token.toString()));
        command.start();
        try {
            await().until(() -> out.toString(StandardCharsets.UTF_8).endsWith("\n") || !command.isAlive());
            final String line = out.toString(StandardCharsets.UTF_8);
            final String metrics = "http://127.0.0.1:" + JsonNumbers.number(line, "port") + "/metrics";
            assertThat(line).contains("/?token=0123456789abcdef\"", "\"metrics\":\"" + metrics + "\"");
            assertThat(HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(metrics)).build(),
                    BodyHandlers.ofString()).body())
                    .contains("ringside_session_events_wanted_total{session=\"trading\"} 0.0\n");
        } finally {
            interruption.request();
            command.join();
        }
        assertThat(exitCode[0]).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(List.of(err.toString(StandardCharsets.UTF_8))).containsExactly("");
    }
}
