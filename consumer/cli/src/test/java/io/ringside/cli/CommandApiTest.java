package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.export.ForeignProgram;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.serve.ServeContext;
import io.ringside.serve.TraceServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Commands over HTTP, beside the commands themselves. */
@Timeout(60)
class CommandApiTest {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final String FORM = "application/x-www-form-urlencoded";

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private final HttpClient client = HttpClient.newHttpClient();
    private CommandApi api;
    private TraceServer server;

    @BeforeEach
    void start() {
        run("start", "before");
        api = new CommandApi(new CommandContext(
                new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, false),
                new Interruption()), folder.resolve("trace"));
        server = TraceServer.open(new ServeContext("0", null).directory(folder.resolve("trace")));
        server.route(CommandApi.PATH, false, api);
        server.start();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void shouldDoWhatTheCommandsDo() throws IOException, InterruptedException {
        final HttpResponse<String> started = post("start", "name", "trading", "lane-size", "64k", "lanes", "2");
        assertThat(started.statusCode()).as(started.body()).isEqualTo(200);
        assertThat(started.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(started.body()).startsWith("{\"exitCode\":0,\"rows\":[{\"name\":\"trading\",\"id\":");
        assertThat(post("enable", "name", "trading", "provider", "Orders", "level", "warning", "timeout", "0").body())
                .contains("\"provider\":\"Orders\"", "\"level\":3");
        run("emit", "--provider", "Orders", "--events", "10");

        final String query = run("query", "trading", "--format", "json").out().get(0);
        assertThat(get("query?name=trading").body())
                .isEqualTo("{\"exitCode\":0,\"rows\":[" + query + "],\"messages\":[]}\n");
        assertThat(query).contains("\"laneBytes\":65536", "\"lanes\":2");
        assertThat(get("sessions").body()).isEqualTo("{\"exitCode\":0,\"rows\":["
                + String.join(",", run("sessions", "--format", "json").out()) + "],\"messages\":[]}\n");
        assertThat(get("providers?provider=Orders").body()).contains("\"enabledBy\":[{\"session\":\"trading\"");

        assertThat(post("disable", "name", "trading", "provider", "Orders").statusCode()).isEqualTo(200);
        assertThat(post("update", "name", "trading", "description", "of a & b = 100%").statusCode()).isEqualTo(200);
        assertThat(run("query", "trading", "--format", "json").out().get(0))
                .contains("\"description\":\"of a & b = 100%\"", "\"providers\":[]");
        assertThat(post("stop", "name", "trading").body()).contains("\"state\":\"stopped\"");
        assertThat(run("sessions", "--format", "json").out()).hasSize(1);
    }

    @Test
    void shouldAnswerWithTheExitCodeIfEventsWereLost() throws IOException, InterruptedException {
        post("start", "name", "trading", "lane-size", "64k");
        post("enable", "name", "trading", "provider", "Orders");
        run("emit", "--provider", "Orders", "--events", "5000");
        final HttpResponse<String> stopped = post("stop", "name", "trading", "timeout", "1s");
        assertThat(stopped.statusCode()).isEqualTo(200);
        assertThat(number(stopped.body(), "exitCode")).isEqualTo(3);
        assertThat(number(stopped.body(), "lost")).isEqualTo(5_000);
    }

    @Test
    void shouldMeasureShowTimelinesAndReadCountersWithoutTakingAnything() throws IOException, InterruptedException {
        final Path flow = Files.writeString(folder.resolve("flow.csv"), """
                34200.00,1,1,10,5853300,1
                34200.05,4,1,10,5853300,1
                """);
        post("start", "name", "trading");
        post("enable", "name", "trading", "provider", "Orders");
        run("emit", "--provider", "Orders", "--csv", flow.toString());
        final String before = run("query", "trading", "--format", "json").out().get(0);

        final HttpResponse<String> latency = get("latency?source=trading&between=submitted,executed&by=orderId");
        assertThat(latency.statusCode()).as(latency.body()).isEqualTo(200);
        assertThat(number(latency.body(), "p50")).isGreaterThan(1_000_000);
        assertThat(latency.body()).contains("\"buckets\":[{\"to\":").contains(",\"count\":1}]");
        final HttpResponse<String> none = get(
                "latency?source=trading&from=Orders/submitted&to=Orders/deleted&by=orderId");
        assertThat(none.statusCode()).isEqualTo(409);
        assertThat(none.body()).contains("\"error\":\"no such event was read: to=Orders/deleted");
        assertThat(get("timeline?source=trading&show=1&key=" + encoded("submitted.orderId = executed.orderId")).body())
                .contains("\"stages\":[{\"provider\":\"Orders\",\"event\":\"submitted\"");
        assertThat(get("counters?path=" + encoded("Ringside Session(trading)\\events wanted")).body())
                .contains("\"counter\":\"events wanted\"", "\"raw\":2");

        assertThat(run("query", "trading", "--format", "json").out()).containsExactly(before);
    }

    @Test
    void shouldSnapshotAndExportAsADownload() throws IOException, InterruptedException {
        post("start", "name", "recorder", "overflow", "drop-oldest");
        post("enable", "name", "recorder", "provider", "Orders");
        run("emit", "--provider", "Orders", "--events", "10");
        final Path recording = folder.resolve("recording");
        assertThat(number(post("snapshot", "name", "recorder", "to", recording.toString()).body(), "recorded"))
                .isEqualTo(10);

        final HttpResponse<String> download = post("export", "source", recording.toString(), "as", "jsonl", "to", "-");
        assertThat(download.statusCode()).isEqualTo(200);
        assertThat(download.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"ringside.jsonl\"");
        assertThat(download.body().lines()).hasSize(10);
        final HttpResponse<byte[]> jfr = client.send(request("export?source=" + encoded(recording.toString())
                + "&as=jfr&to=-").POST(BodyPublishers.noBody()).build(), BodyHandlers.ofByteArray());
        assertThat(new String(jfr.body(), 0, 3, StandardCharsets.US_ASCII)).isEqualTo("FLR");

        final Path file = folder.resolve("trading.jsonl");
        assertThat(number(post("export", "source", recording.toString(), "as", "jsonl", "to", file.toString()).body(),
                "events")).isEqualTo(10);
        assertThat(Files.readString(file)).isEqualTo(download.body());
        final HttpResponse<String> none = post("export", "source", folder.resolve("none").toString(), "as", "jsonl",
                "to", "-");
        assertThat(none.statusCode()).isEqualTo(409);
        assertThat(none.body()).contains("\"error\":\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "query|name=nobody|409|no such session: name=nobody",
        "query||400|parameter is missing: path=/api/query, parameter=name",
        "query|name=a&name=b|400|parameter is given more than once: path=/api/query, parameter=name",
        "query|nam=a|400|no such parameter: path=/api/query, parameter=nam, did you mean name?",
        "sessions|private=maybe|400|parameter is no truth: path=/api/sessions, parameter=private, value=maybe",
        "query|dir=/tmp&name=before|400|no such parameter: path=/api/query, parameter=dir",
        "query|name=--help|409|no such session: name=--help"})
    void shouldSayWhatIsWrongWithARequest(final String command, final String parameters, final int status,
            final String message) throws IOException, InterruptedException {
        final HttpResponse<String> answer = get(command + "?" + (parameters == null ? "" : parameters));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains("\"error\":\"" + message);
    }

    @Test
    void shouldRejectChangesThatAreNoForms() throws IOException, InterruptedException {
        assertThat(get("stop?name=before").statusCode()).isEqualTo(405);
        assertThat(client.send(request("stop").header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\":\"before\"}")).build(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(415);
        for (final String broken : List.of("name=%GG", "name=%ff%fe")) {
            assertThat(client.send(request("start").header("Content-Type", FORM)
                    .POST(BodyPublishers.ofString(broken)).build(), BodyHandlers.ofString()).body())
                    .contains("\"error\":\"parameter is not encoded as it must be: reason=");
        }
        assertThat(client.send(request("start").header("Content-Type", FORM)
                .POST(BodyPublishers.ofString("name=" + "a".repeat(65 * 1024))).build(), BodyHandlers.ofString())
                .statusCode()).isEqualTo(413);
        assertThat(client.send(HttpRequest.newBuilder(URI.create(server.address() + "api/stop?name=before"))
                .POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString()).statusCode()).isEqualTo(401);
        assertThat(run("sessions", "--format", "json").out()).hasSize(1);
    }

    @Test
    void shouldAnswerCommandsThatAreUnderWayWhenItEndsAndNoOthers() throws IOException, InterruptedException {
        final List<String> told = new CopyOnWriteArrayList<>();
        final CompletableFuture<HttpResponse<String>> slow = whileRunning("stat?name=before&interval=2s");

        api.end(PATIENCE_NS, 0, told::add);

        assertThat(slow.join().statusCode()).isEqualTo(200);
        assertThat(slow.join().body()).startsWith("{\"exitCode\":0,\"rows\":[{\"name\":\"before\"");
        assertThat(told).containsExactly("waiting for commands that clients have called: commands=[stat], maxMs="
                + TimeUnit.NANOSECONDS.toMillis(PATIENCE_NS));
        final HttpResponse<String> late = get("sessions");
        assertThat(late.statusCode()).isEqualTo(503);
        assertThat(late.body()).contains("\"error\":\"server ends");
    }

    @Test
    void shouldInterruptCommandsThatTakeTooLongWhenItEndsAndAnswerTheirClients() {
        final List<String> told = new CopyOnWriteArrayList<>();
        final CompletableFuture<HttpResponse<String>> endless = whileRunning("stat?name=before&interval=1h");

        api.end(1, PATIENCE_NS, told::add);

        assertThat(endless.join().statusCode()).isEqualTo(409);
        assertThat(number(endless.join().body(), "exitCode")).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(endless.join().body()).contains("\"error\":\"command was interrupted, as the server ends: ");
        assertThat(told).hasSize(1);
    }

    @Test
    void shouldEndStreamsAtOnceWhenItEnds() {
        final List<String> told = new CopyOnWriteArrayList<>();
        final CompletableFuture<HttpResponse<String>> stream = whileRunning("tail?source=before");

        api.end(PATIENCE_NS, 0, told::add);

        assertThat(stream.join().body()).endsWith("event: end\ndata: {}\n\n");
        assertThat(told).isEmpty();
    }

    @Test
    void shouldNotRepeatEventsToAReaderThatCallsAgain() throws IOException, InterruptedException {
        run("enable", "before", "Orders");
        run("emit", "--provider", "Orders", "--events", "10");
        final List<String> first = messages("", 10);
        run("emit", "--provider", "Orders", "--events", "1");
        final String next = messages(first.get(9).split(" ", 2)[0], 1).get(0);
        assertThat(first).hasSize(10).doesNotContain(next).allMatch(message -> message.matches("\\d{19}-\\d+-0 .*"));
        assertThat(number(next, "sequence")).isZero();
        assertThat(number(next, "time")).isGreaterThan(number(first.get(9), "time"));
    }

    /** The first messages of a stream, each with its id before it. */
    private List<String> messages(final String lastId, final int count) throws IOException, InterruptedException {
        final HttpRequest.Builder request = request("tail?source=before");
        if (!lastId.isEmpty()) {
            request.header("Last-Event-ID", lastId);
        }
        final List<String> messages = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                client.send(request.build(), BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8))) {
            String id = "";
            String event = "";
            while (messages.size() < count) {
                final String line = lines.readLine();
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    event = line;
                } else if (event.equals("event: message") && line.startsWith("data: ")) {
                    messages.add(id + line.substring(5));
                }
            }
        }
        return messages;
    }

    @Test
    void shouldEndAStreamWhoseReaderGoesAway() throws IOException, InterruptedException {
        try (Socket reader = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            reader.getOutputStream().write(("GET /api/tail?source=before HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer " + server.token() + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            await().until(() -> api.calls() == 1);
        }
        await().until(() -> api.calls() == 0);
        assertThat(get("sessions").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldRejectMoreStreamsThanItHasRoomFor() throws IOException, InterruptedException {
        final List<HttpResponse<InputStream>> readers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            // With its headers, a stream has its place.
            readers.add(client.send(request("tail?source=before").build(), BodyHandlers.ofInputStream()));
        }
        final HttpResponse<String> more = get("tail?source=before");
        assertThat(more.statusCode()).isEqualTo(503);
        assertThat(more.body()).contains("\"error\":\"too many streams are open: max=16: ");
        assertThat(get("sessions").statusCode()).isEqualTo(200);
        // A call counts until after its answer has arrived.
        await().until(() -> api.calls() == 16);
        for (final HttpResponse<InputStream> reader : readers) {
            assertThat(reader.statusCode()).isEqualTo(200);
            reader.body().close();
        }
    }

    private CompletableFuture<HttpResponse<String>> whileRunning(final String path) {
        final CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request(path).build(),
                BodyHandlers.ofString());
        await().until(() -> api.calls() == 1);
        return answer;
    }

    @Tag("proof")
    @Test
    void shouldDescribeEachRouteAndNoOther() throws IOException, InterruptedException {
        ForeignProgram.require("jq", "jq", "--version");
        final Path document = Files.writeString(folder.resolve("openapi.json"), get("openapi.json").body());
        final List<String> described = ForeignProgram.run(folder, List.of("jq", "-r",
                ".paths | to_entries[] | .key as $path | .value | keys[] | ascii_upcase + \" \" + $path",
                document.toString())).lines().toList();
        final List<String> routes = new ArrayList<>(List.of("GET /metrics", "GET /api/openapi.json"));
        api.routes().forEach(route -> routes.add(route.method() + " " + route.path()));
        assertThat(described).containsExactlyInAnyOrderElementsOf(routes);
        for (final String route : described) {
            final String[] words = route.split(" /", 2);
            if (!words[1].equals("metrics")) {
                final HttpResponse<String> answer = client.send(HttpRequest
                        .newBuilder(URI.create(server.address() + words[1]))
                        .header("Authorization", "Bearer " + server.token())
                        .method(words[0], BodyPublishers.noBody()).build(), BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(route).isIn(200, 400);
            }
        }
        assertThat(ForeignProgram.run(folder, List.of("jq", "-c",
                ".paths[\"/api/start\"].post.requestBody.content[].schema.required", document.toString())).strip())
                .isEqualTo("[\"name\"]");
        assertThat(ForeignProgram.run(folder, List.of("jq", "-c", ".paths[\"/api/export\"].post.responses | "
                + "[keys, (.[\"200\"].content | keys)]", document.toString())).strip())
                .isEqualTo("[[\"200\",\"400\",\"401\",\"403\",\"409\",\"413\",\"415\",\"421\",\"500\",\"503\"],"
                        + "[\"application/json\",\"application/octet-stream\"]]");
        assertThat(get("demo").statusCode()).isEqualTo(404);
        assertThat(get("record").statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> get(final String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(final String command, final String... parameters)
            throws IOException, InterruptedException {
        final List<String> pairs = new ArrayList<>();
        for (int i = 0; i < parameters.length; i += 2) {
            pairs.add(parameters[i] + "=" + encoded(parameters[i + 1]));
        }
        return client.send(request(command).header("Content-Type", FORM)
                .POST(BodyPublishers.ofString(String.join("&", pairs))).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(final String path) {
        return HttpRequest.newBuilder(URI.create(server.address() + "api/" + path))
                .header("Authorization", "Bearer " + server.token());
    }

    private static String encoded(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
