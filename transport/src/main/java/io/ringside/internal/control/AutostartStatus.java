package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.StagedFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * The result of reading an autostart file. Immutable.
 *
 * @param name    of the file, without its ending
 * @param bootId  id of the run of the host in which the file was read
 * @param digest  of the file's contents
 * @param started whether the session was started, or was already running
 * @param detail  text for display: details of the session, or the problem of the file
 */
public record AutostartStatus(String name, String bootId, String digest, boolean started, String detail) {
    /** Suffix of the files with a status. */
    static final String ENDING = ".status";

    private static final int MAX_LENGTH = 64 * 1024;
    private static final int MAX_DETAIL_LENGTH = 2 * 1024;
    private static final String STATUS = "status";
    private static final String STARTED = "0";
    private static final String FAILED = "1";
    private static final String BOOT = "boot";
    private static final String DIGEST = "digest";
    private static final String DETAIL = "detail";

    /** Shorten the text to one line. */
    public AutostartStatus {
        final String line = detail.replaceAll("\\p{Cntrl}", " ");
        detail = line.substring(0, Math.min(line.length(), MAX_DETAIL_LENGTH));
    }

    /** Reads the status next to a file; empty if there is none, or it cannot be read. */
    static Optional<AutostartStatus> read(final Path folder, final String name) {
        try {
            final Properties values = new Properties();
            values.load(new StringReader(new String(ExistingFile.read(folder.resolve(name + ENDING), MAX_LENGTH),
                    StandardCharsets.UTF_8)));
            return Optional.of(new AutostartStatus(name, values.getProperty(BOOT, ""), values.getProperty(DIGEST, ""),
                    STARTED.equals(values.getProperty(STATUS)), values.getProperty(DETAIL, "")));
        } catch (final RingsideException | IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    void write(final FileMaker files, final Path folder) {
        final String text = line(STATUS, started ? STARTED : FAILED) + line(DETAIL, detail) + line(BOOT, bootId)
                + line(DIGEST, digest);
        try (StagedFile file = files.stage(folder.resolve(name + ENDING), text.getBytes(StandardCharsets.UTF_8))) {
            file.publish();
        }
    }

    /** Returns whether nothing is left to do for a file in this run of the host. */
    boolean settles(final String currentBootId, final String currentDigest) {
        return bootId.equals(currentBootId) && (started || digest.equals(currentDigest));
    }

    private static String line(final String key, final String value) {
        return key + "=" + value.replace("\\", "\\\\") + "\n";
    }

    /** Returns the text for a problem, beginning with its category. */
    static String describe(final RingsideException problem) {
        return (problem.code() == ErrorCode.UNEXPECTED ? "" : problem.code() + ": ") + problem.getMessage();
    }
}
