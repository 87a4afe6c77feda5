package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
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
import java.util.stream.Collectors;

/**
 * The contents of a file that describes a session: its settings, and the providers that it enables. This is the form of
 * files from which sessions start automatically, and of saved profiles; {@code protocols.md} lists the keys. Immutable.
 *
 * @param start    whether the session is to start automatically
 * @param settings of the session
 * @param requests enablements of providers, in the order of their labels; a name may contain wildcards
 */
public record SessionProfile(boolean start, SessionSettings settings, List<EnableRequest> requests) {
    /** Suffix of the names of such files: {@code .session}. */
    public static final String FILE_ENDING = ".session";

    private static final String NAME = "name";
    private static final String START = "start";
    private static final Pattern PROVIDER = Pattern.compile("provider\\.([A-Za-z0-9_-]+)(?:\\.([A-Za-z]+)[0-9]*)?");

    /**
     * Copy the list.
     *
     * @param start whether the session is to start automatically
     * @param settings of the session
     * @param requests enablements of providers
     */
    public SessionProfile {
        requests = List.copyOf(requests);
    }

    /**
     * Reads a profile.
     *
     * @param fileName name of the file without its suffix: the session's name, unless the file contains another
     * @param contents of the file, in UTF-8
     * @return the profile
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT}, the invalid line and key; an invalid
     *                           expression follows in lines of its own, with a caret under the error
     */
    public static SessionProfile parse(final String fileName, final byte[] contents) {
        final String text = text(contents);
        final Map<String, String> values = values(text);
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
            return new SessionProfile(start, settings.build(), requests);
        } catch (final IllegalArgumentException | ArithmeticException | RingsideException e) {
            final List<String> reason = String.valueOf(e.getMessage()).lines().toList();
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "file has an invalid value: line="
                    + line(text, key) + ", key=" + key + ", reason=" + (reason.isEmpty() ? "" : reason.get(0))
                    + ": fix that line"
                    + reason.stream().skip(1).map(shown -> '\n' + shown).collect(Collectors.joining()), e);
        }
    }

    /** Returns the number, from 1, of the last line that sets a key; 0 if the key is written with escapes. */
    private static int line(final String text, final String key) {
        final Pattern assignment = Pattern.compile("\\s*" + Pattern.quote(key) + "(\\s*[=:].*|\\s.*)?");
        final List<String> lines = text.lines().toList();
        int last = 0;
        for (int i = 0; i < lines.size(); i++) {
            last = assignment.matcher(lines.get(i)).matches() ? i + 1 : last;
        }
        return last;
    }

    private static void add(final List<EnableRequest> requests, final EnableRequest request) {
        if (requests.stream().anyMatch(other -> other.providerId().equals(request.providerId()))) {
            throw new IllegalArgumentException("provider is listed twice: provider=" + request.providerId());
        }
        requests.add(request);
    }

    private static String text(final byte[] contents) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(contents)).toString();
        } catch (final CharacterCodingException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "file is not UTF-8 text: save it as UTF-8", e);
        }
    }

    private static Map<String, String> values(final String text) {
        final Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (final IOException | IllegalArgumentException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "file holds no properties: reason=" + e.getMessage() + ": write key=value lines", e);
        }
        final Map<String, String> values = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key).strip()));
        return values;
    }
}
