package io.ringside.cli;

import io.ringside.export.ForeignProgram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** A real Chromium with one page, driven by its DevTools protocol. It is killed when it is closed. */
final class Browser implements AutoCloseable, WebSocket.Listener {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/");
    private static final Pattern PAGE = Pattern.compile("\"webSocketDebuggerUrl\": \"(ws://[^\"]+/page/[^\"]+)\"");
    private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+),");
    private static final Pattern VALUE = Pattern.compile("\"type\":\"string\",\"value\":\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern DATA = Pattern.compile("\"data\":\"([^\"]+)\"");

    private final AtomicInteger calls = new AtomicInteger();
    private final ConcurrentMap<Integer, CompletableFuture<String>> answers = new ConcurrentHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private final Process process;
    private final WebSocket socket;

    /** Ends the test if there is none. */
    static void require() {
        ForeignProgram.require("chromium (Debian package chromium)", "chromium", "--version");
    }

    /** Opens a page in a window of a width; downloads go to the folder. */
    Browser(final Path folder, final String address, final int width) throws IOException, InterruptedException {
        final Path log = folder.resolve("chromium.log");
        process = new ProcessBuilder("chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
                "--user-data-dir=" + folder.resolve("chromium"), "--remote-debugging-port=0",
                "--remote-allow-origins=*", "--window-size=" + width + ",900", "about:blank")
                .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        Awaitility.await().atMost(PATIENCE).until(() -> LISTENING.matcher(Files.readString(log)).find());
        final Matcher listening = LISTENING.matcher(Files.readString(log));
        assertThat(listening.find()).isTrue();
        final HttpClient client = HttpClient.newHttpClient();
        final Matcher page = PAGE.matcher(client.send(HttpRequest.newBuilder(
                URI.create("http://" + listening.group(1) + "/json/list")).build(), BodyHandlers.ofString()).body());
        assertThat(page.find()).isTrue();
        socket = client.newWebSocketBuilder().buildAsync(URI.create(page.group(1)), this).join();
        call("Emulation.setDeviceMetricsOverride", "{\"width\":" + width
                + ",\"height\":900,\"deviceScaleFactor\":1,\"mobile\":false}");
        call("Page.setDownloadBehavior", "{\"behavior\":\"allow\",\"downloadPath\":\"" + folder + "\"}");
        call("Page.navigate", "{\"url\":\"" + address + "\"}");
    }

    @Override
    public CompletionStage<?> onText(final WebSocket from, final CharSequence data, final boolean last) {
        text.append(data);
        if (last) {
            final String message = text.toString();
            text.setLength(0);
            final Matcher id = ID.matcher(message);
            if (id.find()) {
                answers.computeIfAbsent(Integer.valueOf(id.group(1)), key -> new CompletableFuture<>())
                        .complete(message);
            }
        }
        from.request(1);
        return null;
    }

    /** What an expression of JavaScript is, as a text. */
    String evaluate(final String expression) {
        final String answer = call("Runtime.evaluate", "{\"returnByValue\":true,\"awaitPromise\":true,\"expression\":"
                + "\"String(" + expression.replace("\\", "\\\\").replace("\"", "\\\"") + ")\"}");
        final Matcher value = VALUE.matcher(answer);
        assertThat(value.find()).as("%s: %s", expression, answer).isTrue();
        return value.group(1).replace("\\n", "\n").replace("\\\"", "\"");
    }

    /** Waits until an expression is true. */
    void await(final String expression) {
        Awaitility.await(expression).atMost(PATIENCE).ignoreExceptions()
                .until(() -> evaluate(expression).equals("true"));
    }

    /** Presses a key where the focus is. */
    void key(final String key, final String code) {
        final String parameters = "\"key\":\"" + key + "\",\"code\":\"" + code + "\"";
        final String text = key.length() == 1 ? ",\"text\":\"" + key + "\"" : "";
        call("Input.dispatchKeyEvent", "{\"type\":\"keyDown\"," + parameters + text + "}");
        call("Input.dispatchKeyEvent", "{\"type\":\"keyUp\"," + parameters + "}");
    }

    /** Prefers dark colours, or light ones. */
    void dark(final boolean isDark) {
        call("Emulation.setEmulatedMedia", "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\""
                + (isDark ? "dark" : "light") + "\"}]}");
    }

    /** Takes a picture of the whole page. */
    void picture(final Path file) throws IOException {
        final String height = evaluate("document.documentElement.scrollHeight");
        final Matcher data = DATA.matcher(call("Page.captureScreenshot", "{\"format\":\"png\","
                + "\"captureBeyondViewport\":true,\"clip\":{\"x\":0,\"y\":0,\"width\":" + evaluate("innerWidth")
                + ",\"height\":" + height + ",\"scale\":1}}"));
        assertThat(data.find()).isTrue();
        Files.write(file, Base64.getDecoder().decode(data.group(1)));
    }

    private String call(final String method, final String parameters) {
        final int id = calls.incrementAndGet();
        final CompletableFuture<String> answer = answers.computeIfAbsent(id, key -> new CompletableFuture<>());
        socket.sendText("{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}", true).join();
        return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
