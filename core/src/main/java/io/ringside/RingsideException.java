package io.ringside;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The one exception of this library: an argument cannot be right, or an operation was rejected or has failed, and
 * {@link #code} says which. Writing events throws nothing. Values and contexts, such as
 * {@link io.ringside.session.SessionSettings}, are checked where they are made; a name, a schema, a path or an
 * expression that cannot be right has the code {@link ErrorCode#INVALID_ARGUMENT}.
 * <p>
 * The message says what happened, to what (name=value), and what to do.
 */
public final class RingsideException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The category. */
    private final ErrorCode code;

    /**
     * Something went wrong.
     *
     * @param code    category
     * @param message what happened: name=value: what to do
     */
    public RingsideException(final ErrorCode code, final String message) {
        super(message);
        this.code = code;
    }

    /**
     * Something went wrong because of something else.
     *
     * @param code    category
     * @param message what happened: name=value: what to do
     * @param cause   what it follows from
     */
    public RingsideException(final ErrorCode code, final String message, final Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /**
     * An argument cannot be right.
     *
     * @param message what is wrong: name=value: what to do
     * @return the exception to throw, with {@link ErrorCode#INVALID_ARGUMENT}
     */
    public static RingsideException invalidArgument(final String message) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, message);
    }

    /**
     * An operation on a file failed.
     *
     * @param action what was being done, such as "create"
     * @param path   of the file
     * @param cause  what the file system said
     * @return the exception to throw, with the category that follows from the cause
     */
    public static RingsideException ofFile(final String action, final Path path, final IOException cause) {
        return ofFile(action, path, cause, remedyOf(codeOf(cause), cause));
    }

    /**
     * An operation on a file failed that a trace directory has nothing to do with.
     *
     * @param action what was being done, such as "create"
     * @param path   of the file
     * @param cause  what the file system said
     * @param remedy what to do
     * @return the exception to throw, with the category that follows from the cause
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
        // The JDK has no type for these: the operating system's text is all there is.
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
