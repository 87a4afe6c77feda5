package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An order to continue a session's recording in a folder, with limits: the session's setting {@code recording}.
 * Immutable.
 *
 * @param number number that increases with each order of a session, so that no two orders are equal
 * @param folder folder to record to, absolute
 * @param limits limits of the new recording
 */
public record RecordingOrder(long number, Path folder, RecordingLimits limits) {
    /** Name of the setting. */
    public static final String SETTING = "recording";
    /** Value of the setting without an order. */
    public static final String NONE = "";

    private static final Pattern TEXT = Pattern
            .compile("number=(\\d{1,19}) mode=([a-z]+) maxBytes=(\\d{1,19}) maxAgeNs=(\\d{1,19}) folder=(.+)");

    /**
     * Returns the order after another one.
     *
     * @param before the current setting
     * @param folder folder to record to
     * @param limits limits of the new recording
     */
    public static RecordingOrder after(final String before, final Path folder, final RecordingLimits limits) {
        final Matcher matcher = TEXT.matcher(before);
        return new RecordingOrder(matcher.matches() ? Long.parseLong(matcher.group(1)) + 1 : 1,
                folder.toAbsolutePath().normalize(), limits);
    }

    /**
     * Read the setting.
     *
     * @param text text of the setting, not {@link #NONE}
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it is not an order
     */
    public static RecordingOrder parse(final String text) {
        final Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw refused(text, null);
        }
        try {
            final RecorderContext.Mode mode = RecorderContext.Mode.valueOf(matcher.group(2).toUpperCase(Locale.ROOT));
            return new RecordingOrder(Long.parseLong(matcher.group(1)), Path.of(matcher.group(5)),
                    RecordingLimits.of(mode, Long.parseLong(matcher.group(3)), Long.parseLong(matcher.group(4))));
        } catch (final IllegalArgumentException e) {
            throw refused(text, e);
        }
    }

    /** Returns the text of the setting. */
    public String text() {
        return "number=" + number + " mode=" + limits.mode().name().toLowerCase(Locale.ROOT) + " maxBytes="
                + limits.maxBytes() + " maxAgeNs=" + limits.maxAgeNs() + " folder=" + folder;
    }

    private static RingsideException refused(final String text, final @Nullable IllegalArgumentException cause) {
        final RingsideException refusal = new RingsideException(ErrorCode.INVALID_ARGUMENT,
                "setting is no order to record elsewhere: " + SETTING + "=" + text + ": see ringside update --help");
        if (cause != null) {
            refusal.initCause(cause);
        }
        return refusal;
    }
}
