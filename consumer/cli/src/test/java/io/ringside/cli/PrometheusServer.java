package io.ringside.cli;

import io.ringside.export.ForeignProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** A real Prometheus that scrapes one target each second. It is killed when it is closed. */
final class PrometheusServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 5;
    private static final String LOG = "prometheus.log";
    private static final Pattern SAMPLE = Pattern.compile("\"value\":\\[[0-9.]+,\"([^\"]*)\"]");
    private static final String CONFIG = """
            global:
              scrape_interval: 1s
              evaluation_interval: 1s
            rule_files: [RULES]
            scrape_configs:
              - job_name: ringside
                authorization:
                  credentials: TOKEN
                static_configs:
                  - targets: ['127.0.0.1:PORT']
            """;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final String address;

    private PrometheusServer(final Process process, final int port) {
        this.process = process;
        this.address = "http://127.0.0.1:" + port + "/api/v1/";
    }

    /** Ends the test if there is none. */
    static void require() {
        ForeignProgram.require("prometheus (Debian package prometheus)", "prometheus", "--version");
    }

    /** Starts it, with rules or without. */
    static PrometheusServer start(final Path folder, final int target, final String token, final Path... rules)
            throws IOException {
        return start(List.of(), folder, target, token, rules);
    }

    /** Starts one that asks for native histograms, and takes them instead of those with fixed buckets. */
    static PrometheusServer startNative(final Path folder, final int target, final String token) throws IOException {
        return start(List.of("--enable-feature=native-histograms"), folder, target, token);
    }

    private static PrometheusServer start(final List<String> flags, final Path folder, final int target,
            final String token, final Path... rules) throws IOException {
        final List<String> files = new ArrayList<>();
        for (final Path rule : rules) {
            files.add("'" + rule.toAbsolutePath() + "'");
        }
        final Path config = Files.writeString(folder.resolve("prometheus.yml"),
                CONFIG.replace("RULES", String.join(",", files)).replace("TOKEN", token)
                        .replace("PORT", Integer.toString(target)));
        for (int attempt = 1;; attempt++) {
            final PrometheusServer server = start(flags, folder, config);
            if (server.isReady()) {
                return server;
            }
            // Another process has taken the port in between.
            server.close();
            assertThat(attempt).as(Files.readString(folder.resolve(LOG))).isLessThan(ATTEMPTS);
        }
    }

    private static PrometheusServer start(final List<String> flags, final Path folder, final Path config)
            throws IOException {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        final List<String> command = new ArrayList<>(List.of("prometheus", "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("tsdb"), "--web.listen-address=127.0.0.1:" + port));
        command.addAll(flags);
        return new PrometheusServer(new ProcessBuilder(command)
                .redirectErrorStream(true).redirectOutput(folder.resolve(LOG).toFile()).start(), port);
    }

    /** Whether it is the one that listens: it ends if it cannot. */
    private boolean isReady() {
        Awaitility.await().atMost(PATIENCE).ignoreExceptions()
                .until(() -> !process.isAlive() || get("status/runtimeinfo").startsWith("{\"status\":\"success\""));
        return process.isAlive();
    }

    /** Values of a query that has an answer sooner or later. */
    List<String> await(final String query) {
        return Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> query(query),
                values -> !values.isEmpty());
    }

    /** Values of a query now. */
    List<String> query(final String query) throws IOException, InterruptedException {
        final String answer = get("query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        assertThat(answer).as(query).startsWith("{\"status\":\"success\"");
        final List<String> values = new ArrayList<>();
        final Matcher sample = SAMPLE.matcher(answer);
        while (sample.find()) {
            values.add(sample.group(1));
        }
        return values;
    }

    /** What it answers. */
    String get(final String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(address + path)).build(), BodyHandlers.ofString()).body();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
