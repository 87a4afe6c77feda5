package io.ringside;

/** The category of a {@link RingsideException}, for programs that react to it. */
public enum ErrorCode {
    /** The named object does not exist. */
    NOT_FOUND,
    /** The object to create exists already. */
    ALREADY_EXISTS,
    /** The file system of the trace directory is full, or a quota is used up. */
    NO_SPACE,
    /** Access is denied, or the existing file belongs to another user. */
    ACCESS_DENIED,
    /** The process or the host has reached its limit of open files; the operation may be retried. */
    TOO_MANY_FILES,
    /** An argument is invalid. */
    INVALID_ARGUMENT,
    /** A file or directory does not have this layout: it is foreign, or made by another major version. */
    LAYOUT,
    /** The named object is of a kind that does not support the operation. */
    WRONG_KIND,
    /** The requested resource is in use. */
    BUSY,
    /** A bounded wait ended before its condition was met. */
    TIMEOUT,
    /** A wait could never end, because the waiting thread waits for itself. */
    WOULD_DEADLOCK,
    /** A limit of the design is reached. */
    LIMIT,
    /** A file contains data that no writer of Ringside can have left there. */
    CORRUPT,
    /** The operating system rejected a file operation for another reason. */
    FILE_SYSTEM,
    /** No category applies; the cause has the details. */
    UNEXPECTED
}
