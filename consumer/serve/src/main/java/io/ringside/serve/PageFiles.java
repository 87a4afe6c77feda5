package io.ringside.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The pages for people, from resources of its own: they load nothing from elsewhere. Thread-safe. */
final class PageFiles implements Exchange.Handler {
    private static final String STYLE = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";
    private static final Map<String, String> TYPES = Map.of("index.html", HTML, "page.css", STYLE, "page.js", SCRIPT,
            "commands.html", HTML, "commands.js", SCRIPT, "uPlot.css", STYLE, "uPlot.js", SCRIPT, "uPlot.LICENSE",
            "text/plain; charset=utf-8");

    private final Map<String, byte[]> fileByName = new HashMap<>();

    /** Read them. */
    public PageFiles() {
        for (final String name : TYPES.keySet()) {
            try (InputStream in = PageFiles.class.getResourceAsStream("page/" + name)) {
                fileByName.put(name, Objects.requireNonNull(in, name).readAllBytes());
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void handle(final Exchange exchange) throws IOException {
        exchange.requireMethod("GET", "HEAD");
        final String path = exchange.path();
        final String name = path.equals("/") ? "index.html" : path.substring(1);
        final byte[] file = fileByName.get(name);
        final String type = TYPES.get(name);
        if (file == null || type == null) {
            throw exchange.notFound();
        }
        exchange.send(HttpURLConnection.HTTP_OK, type, file);
    }
}
