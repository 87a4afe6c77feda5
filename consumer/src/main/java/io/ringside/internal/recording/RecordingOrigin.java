package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.queue.QueueReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * Origin of a recording that was received from another host: small files beside its folder have it. Immutable.
 */
public final class RecordingOrigin {
    /** A recording of this host. */
    public static final RecordingOrigin HERE = new RecordingOrigin(null, null);
    /** After the name of a recording's folder: what a receiver has written down of it. */
    public static final String RECEIPT_SUFFIX = ".receipt";
    /** Name of the file beside the folders that a receiver locks. */
    public static final String RECEIVER_LOCK = "receive.lock";
    /** Begin of the line in which the file that a receiver writes names the host. */
    public static final String HOST_LINE = "host=";

    /** Begins of the lines with the events that are accounted for, those before the first one, and those lost. */
    private static final String EVENTS_LINE = "events=";
    private static final String BEFORE_LINE = "before=";
    private static final String LOST_LINE = "lost=";

    private static final String CLOCK_SUFFIX = ".clock";
    private static final int MAX_RECEIPT_BYTES = 8192;
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final int SHOWN_CHARS = 64;

    private final @Nullable String host;
    /** Root of the receiver; null if the recording was not received. */
    private final @Nullable Path root;

    private RecordingOrigin(final @Nullable String host, final @Nullable Path root) {
        this.host = host;
        this.root = root;
    }

    /**
     * Find where a recording comes from. What is damaged is reported, and left out.
     *
     * @param folder       of the recording
     * @param errorHandler notified of damage
     * @return {@link #HERE} if nothing says that it was received
     */
    public static RecordingOrigin of(final Path folder, final ErrorHandler errorHandler) {
        try {
            final Path receipt = receiptOf(folder);
            final String host = host(receipt);
            return host == null ? HERE : new RecordingOrigin(host, receipt.getParent());
        } catch (final RingsideException e) {
            errorHandler.onError(e);
            return HERE;
        }
    }

    /**
     * The recordings in the folder of a receiver.
     *
     * @param root any folder
     * @return in the order of their names; empty if nothing was received into it
     */
    public static List<Path> received(final Path root) {
        final String[] receipts = root.toFile().list((folder, name) -> name.endsWith(RECEIPT_SUFFIX));
        return receipts == null
                ? List.of()
                : Arrays.stream(receipts).sorted()
                        .map(name -> root.resolve(name.substring(0, name.length() - RECEIPT_SUFFIX.length())))
                        .filter(QueueReader::exists).toList();
    }

    /**
     * Numbers of events in a receipt.
     *
     * @param events of the sender's recording that are accounted for
     * @param before that had been shipped before anything was received
     * @param lost   that were gone at the sender, or are missing among what was received
     */
    record Counts(long events, long before, long lost) {
        static final Counts NONE = new Counts(0, 0, 0);
    }

    /**
     * Read the numbers of events in the receipt of a recording.
     *
     * @param folder of the recording
     * @return zeros if it was not received, or its receipt is damaged, which {@link #of} reports
     */
    static Counts counts(final Path folder) {
        try {
            final String text = textOf(receiptOf(folder), MAX_RECEIPT_BYTES);
            return text == null
                    ? Counts.NONE
                    : new Counts(number(text, EVENTS_LINE), number(text, BEFORE_LINE), number(text, LOST_LINE));
        } catch (final RingsideException | NumberFormatException e) {
            return Counts.NONE;
        }
    }

    private static long number(final String receipt, final String line) {
        return receipt.lines().filter(each -> each.startsWith(line)).findFirst()
                .map(each -> Long.parseLong(each.substring(line.length()))).orElse(0L);
    }

    private static Path receiptOf(final Path folder) {
        final Path absolute = folder.toAbsolutePath().normalize();
        return absolute.resolveSibling(absolute.getFileName() + RECEIPT_SUFFIX);
    }

    /** Name of the other host; null if the recording was not received. */
    public @Nullable String host() {
        return host;
    }

    /**
     * The clock of the other host, as its receiver measures it.
     *
     * @param bootId       of the host's kernel at that time
     * @param errorHandler notified of damage
     * @return null if the recording was not received
     */
    public @Nullable RelatedClock clock(final UUID bootId, final ErrorHandler errorHandler) {
        return host == null || root == null
                ? null
                : new RelatedClock(root.resolve(clockName(host, bootId)), errorHandler);
    }

    /** Name of the file with the measurements of a host's clock while a kernel ran, in the folder of the receiver. */
    public static String clockName(final String host, final UUID bootId) {
        return clockPrefix(host) + bootId + CLOCK_SUFFIX;
    }

    /** Whether a file has the measurements of the clock of some host. */
    public static boolean isClock(final String fileName) {
        return fileName.endsWith(CLOCK_SUFFIX) && fileName.indexOf('~') >= 0;
    }

    /** Whether a file has the measurements of a host's clock, while whatever kernel ran. */
    public static boolean isClockOf(final String fileName, final String host) {
        final String prefix = clockPrefix(host);
        return fileName.startsWith(prefix) && fileName.endsWith(CLOCK_SUFFIX)
                && fileName.indexOf('~', prefix.length()) < 0;
    }

    /**
     * A part of a file's name. Texts that differ have parts that differ: one that is not safe as it is gets a hash.
     *
     * @param text any text
     * @return letters, digits and . _ - ~
     */
    public static String safeName(final String text) {
        if (SAFE.matcher(text).matches()) {
            return text;
        }
        final String safe = text.replaceAll("[^A-Za-z0-9._-]", "_");
        return safe.substring(0, Math.min(safe.length(), SHOWN_CHARS)) + "~"
                + UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString().replace("-", "");
    }

    private static String clockPrefix(final String host) {
        return safeName(host) + "~";
    }

    /** Null if there is no receipt, or it names no host. */
    private static @Nullable String host(final Path receipt) {
        final String text = textOf(receipt, MAX_RECEIPT_BYTES);
        return text == null
                ? null
                : text.lines().filter(line -> line.startsWith(HOST_LINE)).findFirst()
                        .map(line -> line.substring(HOST_LINE.length())).filter(name -> !name.isEmpty())
                        .orElse(null);
    }

    /** A small file; null if there is none. */
    static @Nullable String textOf(final Path path, final int maxBytes) {
        try {
            if (Files.size(path) > maxBytes) {
                throw new RingsideException(ErrorCode.CORRUPT, "file beside a received recording is damaged: path="
                        + path + ", maxBytes=" + maxBytes + ": remove it");
            }
            return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        } catch (final NoSuchFileException e) {
            return null;
        } catch (final IOException e) {
            throw RingsideException.ofFile("read where a recording comes from", path, e);
        }
    }
}
