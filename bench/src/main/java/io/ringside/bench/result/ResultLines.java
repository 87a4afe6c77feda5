package io.ringside.bench.result;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A file of observations, one in a line. Stateless. */
public final class ResultLines {
    /** How the name of such a file ends. */
    public static final String SUFFIX = ".jsonl";

    private ResultLines() {}

    /**
     * Add lines; the file is made if there is none.
     *
     * @param file         to add to
     * @param observations in their order
     * @throws IOException if it cannot be written
     */
    public static void append(final Path file, final List<Observation> observations) throws IOException {
        final Gson gson = new Gson();
        Files.write(file, observations.stream().map(gson::toJson).collect(Collectors.toList()),
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * Read all lines.
     *
     * @param file to be read
     * @return in their order
     * @throws IOException if it cannot be read, or a line is none of ours
     */
    public static List<Observation> read(final Path file) throws IOException {
        final List<Observation> all = new ArrayList<>();
        int line = 0;
        for (final String text : Files.readAllLines(file)) {
            line++;
            if (!text.isBlank()) {
                try {
                    all.add(parse(JsonParser.parseString(text).getAsJsonObject()));
                } catch (final JsonParseException | IllegalStateException | IllegalArgumentException e) {
                    throw new IOException("not an observation: path=" + file + ", line=" + line + ", reason="
                            + e.getMessage(), e);
                }
            }
        }
        return all;
    }

    private static Observation parse(final JsonObject json) {
        final Map<String, String> params = new TreeMap<>();
        if (json.has("params")) {
            json.getAsJsonObject("params").entrySet()
                    .forEach(entry -> params.put(entry.getKey(), entry.getValue().getAsString()));
        }
        final String harness = require(json, "harness").getAsString();
        return new Observation(harness, json.has("title") ? json.get("title").getAsString() : harness,
                require(json, "name").getAsString(), params, require(json, "jdk").getAsString(),
                require(json, "round").getAsInt(), require(json, "unit").getAsString(),
                require(json, "value").getAsDouble(), json.has("target") ? json.get("target").getAsString() : null,
                number(json, "atMost"), number(json, "atLeast"));
    }

    private static JsonElement require(final JsonObject json, final String name) {
        final JsonElement element = json.get(name);
        if (element == null) {
            throw new IllegalArgumentException("a member is missing: member=" + name);
        }
        return element;
    }

    private static @Nullable Double number(final JsonObject json, final String name) {
        return json.has(name) ? json.get(name).getAsDouble() : null;
    }
}
