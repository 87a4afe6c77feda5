package io.ringside;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The only exception of this library: an argument is invalid, or an operation was rejected or has failed; {@link #code}
 * distinguishes these cases. Writing events throws nothing. Values and contexts, such as {@link
 * io.ringside.session.SessionSettings}, are checked when they are created; an invalid name, schema, path or expression
 * has the code {@link ErrorCode#INVALID_ARGUMENT}.
 * <p>
 * The message says what happened, to which object (name=value), and what to do.
 */
public final class RingsideException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int SHOWN_BEFORE = 60;
    private static final int SHOWN_BEHIND = 20;
    private static final String CUT = "...";

    private final ErrorCode code;
    /** Index of the faulty character; null if the fault is not at one position of a text. */
    private final @Nullable Integer position;

    /**
     * Creates an exception without a cause.
     *
     * @param code    category
     * @param message what happened: name=value: what to do
     */
    public RingsideException(final ErrorCode code, final String message) {
        this(code, message, (Integer) null);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param code    category
     * @param message what happened: name=value: what to do
     * @param cause   the cause
     */
    public RingsideException(final ErrorCode code, final String message, final Throwable cause) {
        super(message, cause);
        this.code = code;
        this.position = null;
    }

    private RingsideException(final ErrorCode code, final String message, final @Nullable Integer position) {
        super(message);
        this.code = code;
        this.position = position;
    }

    /**
     * Creates an exception for an invalid argument.
     *
     * @param message what is wrong: name=value: what to do
     * @return the exception to throw, with {@link ErrorCode#INVALID_ARGUMENT}
     */
    public static RingsideException invalidArgument(final String message) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, message);
    }

    /**
     * Creates an exception for an invalid text, such as a condition. The message shows the line of the text with a
     * caret under the faulty position.
     *
     * @param message  what is wrong: name=value, name=value
     * @param text     invalid text
     * @param position of the faulty character, 0..length of the text
     * @return the exception to throw, with {@link ErrorCode#INVALID_ARGUMENT}
     */
    public static RingsideException invalidArgument(final String message, final String text, final int position) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT,
                message + ", position=" + position + '\n' + underlined(text, position), position);
    }

    /**
     * Creates an exception for a file operation that failed.
     *
     * @param action failed operation, such as "create"
     * @param path   of the file
     * @param cause  error from the file system
     * @return the exception to throw, with the category of the cause
     */
    public static RingsideException ofFile(final String action, final Path path, final IOException cause) {
        return ofFile(action, path, cause, remedyOf(codeOf(cause), cause));
    }

    /**
     * Creates an exception for a file operation that failed outside of a trace directory.
     *
     * @param action failed operation, such as "create"
     * @param path   of the file
     * @param cause  error from the file system
     * @param remedy what to do
     * @return the exception to throw, with the category of the cause
     */
    public static RingsideException ofFile(final String action, final Path path, final IOException cause,
            final String remedy) {
        return new RingsideException(codeOf(cause),
                "cannot " + action + ": path=" + path + ", reason=" + reasonOf(cause) + ": " + remedy, cause);
    }

    /** {@return the category} */
    public ErrorCode code() {
        return code;
    }

    /** {@return the index of the faulty character in the text, from 0; null if there is none} */
    public @Nullable Integer position() {
        return position;
    }

    private static String underlined(final String text, final int position) {
        final int begin = Math.max(0, position - SHOWN_BEFORE);
        final int end = Math.min(text.length(), position + SHOWN_BEHIND);
        final String front = begin > 0 ? CUT : "";
        final String shown = front + text.substring(begin, end) + (end < text.length() ? CUT : "");
        // One column for each character, and no character that controls a terminal.
        final StringBuilder line = new StringBuilder(shown.length());
        shown.chars().forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
        return line + "\n" + " ".repeat(front.length() + position - begin) + '^';
    }

    private static ErrorCode codeOf(final IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return ErrorCode.NOT_FOUND;
        }
        if (cause instanceof FileAlreadyExistsException) {
            return ErrorCode.ALREADY_EXISTS;
        }
        if (cause instanceof AccessDeniedException) {
            return ErrorCode.ACCESS_DENIED;
        }
        // The JDK has no exception types for these errors, only the operating system's text distinguishes them.
        final String text = reasonOf(cause).toLowerCase(Locale.ROOT);
        if (text.contains("too many open files")) {
            return ErrorCode.TOO_MANY_FILES;
        }
        return text.contains("no space left") || text.contains("quota") || text.contains("file too large")
                ? ErrorCode.NO_SPACE
                : ErrorCode.FILE_SYSTEM;
    }

    private static String reasonOf(final IOException cause) {
        final String message = cause.getMessage();
        return cause.getClass().getSimpleName() + (message == null ? "" : " " + message);
    }

    private static String remedyOf(final ErrorCode code, final IOException cause) {
        return switch (code) {
            case NO_SPACE -> "free space there, use smaller lanes or another trace directory";
            case ACCESS_DENIED -> "use a trace directory of your own user";
            case TOO_MANY_FILES -> "raise the limit of open files, ulimit -n, or open fewer of them";
            case NOT_FOUND -> "check the trace directory, it may have been removed";
            case ALREADY_EXISTS -> "remove it, or use another name";
            default -> remedyOf(reasonOf(cause).toLowerCase(Locale.ROOT));
        };
    }

    private static String remedyOf(final String reason) {
        if (reason.contains("map failed") || reason.contains("cannot allocate memory")) {
            return "raise the limits of memory and of mappings, vm.max_map_count";
        }
        if (reason.startsWith("closedbyinterrupt")) {
            return "try again, as the thread was interrupted";
        }
        if (reason.contains("read-only") || reason.contains("not permitted")) {
            return "use a trace directory that your user may write to";
        }
        return "check the file system that holds it, or use another trace directory";
    }
}
