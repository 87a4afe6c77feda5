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
 * Order to continue a session's recording in a folder, with limits: the session's setting {@code recording}. Immutable.
 *
 * @param number grows with each order of a session, so that two are never the same
 * @param folder to record to, absolute
 * @param limits of the recording there
 */
public record RecordingOrder(long number, Path folder, RecordingLimits limits) {
    /** Name of the setting. */
    public static final String SETTING = "recording";
    /** No order was given. */
    public static final String NONE = "";

    private static final Pattern TEXT = Pattern
            .compile("number=(\\d{1,19}) mode=([a-z]+) maxBytes=(\\d{1,19}) maxAgeNs=(\\d{1,19}) folder=(.+)");

    /**
     * The order that follows on another one.
     *
     * @param before the setting as it is
     * @param folder to record to
     * @param limits of the recording there
     */
    public static RecordingOrder after(final String before, final Path folder, final RecordingLimits limits) {
        final Matcher matcher = TEXT.matcher(before);
        return new RecordingOrder(matcher.matches() ? Long.parseLong(matcher.group(1)) + 1 : 1,
                folder.toAbsolutePath().normalize(), limits);
    }

    /**
     * Read the setting.
     *
     * @param text of the setting, not {@link #NONE}
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it is no order
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

    /** The text of the setting. */
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
