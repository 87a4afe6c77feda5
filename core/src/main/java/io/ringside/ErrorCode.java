package io.ringside;

/** The category of a {@link RingsideException}, for programs that decide by it. */
public enum ErrorCode {
    /** The named object does not exist. */
    NOT_FOUND,
    /** The object to create exists already. */
    ALREADY_EXISTS,
    /** The file system that holds the trace directory is full, or a quota is used up. */
    NO_SPACE,
    /** The right to do it is missing, or what was found belongs to somebody else. */
    ACCESS_DENIED,
    /** The process, or the computer, has as many files open as it may: it may be tried again. */
    TOO_MANY_FILES,
    /** An argument cannot be right. */
    INVALID_ARGUMENT,
    /** A file or directory is not of this layout: foreign, or made by another major version. */
    LAYOUT,
    /** The named object is of a kind that does not support the operation. */
    WRONG_KIND,
    /** Somebody else holds what was asked for. */
    BUSY,
    /** A bounded wait has ended without what it waited for. */
    TIMEOUT,
    /** A wait could never end, as what it waits for is the waiting thread itself. */
    WOULD_DEADLOCK,
    /** A limit of this design is reached. */
    LIMIT,
    /** A file holds what no writer of ours can have left there. */
    CORRUPT,
    /** The operating system refused an operation on a file for another reason. */
    FILE_SYSTEM,
    /** Without a category: the cause says more. */
    UNEXPECTED
}
