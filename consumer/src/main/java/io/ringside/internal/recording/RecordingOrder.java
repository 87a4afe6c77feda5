package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.SessionBooks;
import io.ringside.internal.registry.SessionRow;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
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

    /**
     * Has the recorder of a session continue in another folder, with other limits, while writers run, and waits until
     * it writes there: every event is in one of the two recordings, exactly once. For any thread.
     *
     * @param controller  of the session's directory
     * @param books       of the same directory
     * @param sessionName of the session
     * @param folder      absent, empty, or with a recording of the session; with mode append also of another one
     * @param limits      of the recording there
     * @param timeoutNs   longest wait; the order stands if it was too short
     * @return the session as it is now
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, or nobody records it,
     *                           {@link ErrorCode#ALREADY_EXISTS} if it is recorded to the folder already,
     *                           {@link ErrorCode#INVALID_ARGUMENT} for limits that are not for it, or
     *                           {@link ErrorCode#TIMEOUT} if the recorder has not gone there: the recorder says why
     */
    public static SessionRow move(final DirectoryController controller, final SessionBooks books,
            final String sessionName, final Path folder, final RecordingLimits limits, final long timeoutNs) {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        final SessionRow session = controller.row(sessionName);
        limits.requireFor(session);
        final String sink = books.sink(session);
        if (sink == null) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "session is not being recorded: session=" + session.name()
                    + ", drain=" + Objects.requireNonNullElse(books.drainHolder(session), "none")
                    + ": start a recorder in the new folder");
        }
        if (isAt(sink, folder)) {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "session is already being recorded there: session="
                    + session.name() + ", folder=" + sink + ": use another folder");
        }
        final RecordingOrder order = after(session.settings().recording(), folder, limits);
        final SessionRow ordered = controller.update(sessionName, Map.of(SETTING, order.text()));
        while (!isAt(books.sink(ordered), folder)) {
            final String holder = books.drainHolder(ordered);
            if (System.nanoTime() - deadlineNs >= 0 || holder == null || Thread.currentThread().isInterrupted()) {
                throw new RingsideException(ErrorCode.TIMEOUT, "recorder has not moved to the folder: session="
                        + ordered.name() + ", drain=" + Objects.requireNonNullElse(holder, "none") + ", folder="
                        + order.folder()
                        + ": see the recorder's output");
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        return ordered;
    }

    private static boolean isAt(final @Nullable String sink, final Path folder) {
        try {
            return sink != null && Files.isDirectory(folder) && Files.isSameFile(Path.of(sink), folder);
        } catch (final IOException e) {
            return false;
        }
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
