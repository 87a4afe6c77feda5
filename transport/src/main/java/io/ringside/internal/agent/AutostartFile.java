package io.ringside.internal.agent;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.filter.ExpressionException;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an autostart file says. Immutable.
 *
 * @param start    whether it is to be started at all
 * @param settings of the session
 * @param requests what it has enabled
 */
record AutostartFile(boolean start, SessionSettings settings, List<EnableRequest> requests) {
    /** Ending of such files. */
    static final String ENDING = ".session";

    /** Longest file in bytes. */
    static final int MAX_LENGTH = 64 * 1024;

    private static final String NAME = "name";
    private static final String START = "start";
    private static final Pattern PROVIDER = Pattern.compile("provider\\.([A-Za-z0-9_-]+)(?:\\.([A-Za-z]+)[0-9]*)?");

    AutostartFile {
        requests = List.copyOf(requests);
    }

    /**
     * Reads a file.
     *
     * @param fileName without its ending: the session's name, unless the file gives another
     * @param contents of the file
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} and the key that is wrong
     */
    static AutostartFile parse(final String fileName, final byte[] contents) {
        final Map<String, String> values = values(contents);
        final Map<String, ProviderEntry> providers = new TreeMap<>();
        String key = NAME;
        try {
            final String name = values.remove(NAME);
            final SessionSettings.Builder settings = SessionSettings.builder(name == null ? fileName : name);
            key = START;
            final boolean start = ProviderEntry.truth(values.getOrDefault(START, "true"));
            values.remove(START);
            for (final Map.Entry<String, String> entry : values.entrySet()) {
                key = entry.getKey();
                final Matcher provider = PROVIDER.matcher(key);
                if (provider.matches()) {
                    providers.computeIfAbsent(provider.group(1), label -> new ProviderEntry())
                            .set(provider.group(2), entry.getValue());
                } else {
                    settings.set(key, entry.getValue());
                }
            }
            final List<EnableRequest> requests = new ArrayList<>();
            for (final Map.Entry<String, ProviderEntry> entry : providers.entrySet()) {
                key = "provider." + entry.getKey();
                entry.getValue().request().ifPresent(request -> add(requests, request));
            }
            return new AutostartFile(start, settings.build(), requests);
        } catch (final IllegalArgumentException | ArithmeticException | ExpressionException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "file has an invalid value: key=" + key + ", reason=" + e.getMessage() + ": fix that line", e);
        }
    }

    private static void add(final List<EnableRequest> requests, final EnableRequest request) {
        if (requests.stream().anyMatch(other -> other.providerId().equals(request.providerId()))) {
            throw new IllegalArgumentException("provider is listed twice: provider=" + request.providerId());
        }
        requests.add(request);
    }

    private static Map<String, String> values(final byte[] contents) {
        final Properties properties = new Properties();
        try {
            properties.load(new StringReader(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(contents)).toString()));
        } catch (final CharacterCodingException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "file is not UTF-8 text: save it as UTF-8", e);
        } catch (final IOException | IllegalArgumentException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "file holds no properties: reason=" + e.getMessage() + ": write key=value lines", e);
        }
        final Map<String, String> values = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key).strip()));
        return values;
    }
}
