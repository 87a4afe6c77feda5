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

/** Origin of a recording that was received from another host, read from small files next to its folder. Immutable. */
public final class RecordingOrigin {
    /** Origin of a local recording. */
    public static final RecordingOrigin HERE = new RecordingOrigin(null, null);
    /** Suffix of a receiver's file about a recording, after the name of the recording's folder. */
    public static final String RECEIPT_SUFFIX = ".receipt";
    /** Name of the file next to the folders that a receiver locks. */
    public static final String RECEIVER_LOCK = "receive.lock";
    /** Prefix of the line in a receiver's file that contains the host name. */
    public static final String HOST_LINE = "host=";

    /** Prefixes of the lines with the events accounted for, those before the first one, and those lost. */
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
     * Determine the origin of a recording. Damaged files are reported and ignored.
     *
     * @param folder       folder of the recording
     * @param errorHandler notified of damage
     * @return the origin; {@link #HERE} if no file shows that it was received
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
     * Returns the recordings in the folder of a receiver.
     *
     * @param root any folder
     * @return the folders in the order of their names; empty if nothing was received there
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
     * Event counts in a receipt. Immutable.
     *
     * @param events events of the sender's recording that are accounted for
     * @param before events shipped before anything was received
     * @param lost   events already removed at the sender, or missing among the received ones
     */
    record Counts(long events, long before, long lost) {
        static final Counts NONE = new Counts(0, 0, 0);
    }

    /**
     * Read the event counts in the receipt of a recording.
     *
     * @param folder folder of the recording
     * @return the counts; zeros if it was not received, or its receipt is damaged, which {@link #of} reports
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

    /** Returns the name of the other host; null if the recording was not received. */
    public @Nullable String host() {
        return host;
    }

    /**
     * Returns the clock of the other host, as measured by its receiver.
     *
     * @param bootId       boot id of the host's kernel at that time
     * @param errorHandler notified of damage
     * @return the clock; null if the recording was not received
     */
    public @Nullable RelatedClock clock(final UUID bootId, final ErrorHandler errorHandler) {
        return host == null || root == null
                ? null
                : new RelatedClock(root.resolve(clockName(host, bootId)), errorHandler);
    }

    /** Returns the name of the file with the measurements of a host's clock for one boot, in the receiver's folder. */
    public static String clockName(final String host, final UUID bootId) {
        return clockPrefix(host) + bootId + CLOCK_SUFFIX;
    }

    /** Returns whether a file has clock measurements of any host. */
    public static boolean isClock(final String fileName) {
        return fileName.endsWith(CLOCK_SUFFIX) && fileName.indexOf('~') >= 0;
    }

    /** Returns whether a file has clock measurements of a host, for any boot. */
    public static boolean isClockOf(final String fileName, final String host) {
        final String prefix = clockPrefix(host);
        return fileName.startsWith(prefix) && fileName.endsWith(CLOCK_SUFFIX)
                && fileName.indexOf('~', prefix.length()) < 0;
    }

    /**
     * Returns a text as a part of a file name. Different texts have different names: an unsafe text gets a hash.
     *
     * @param text any text
     * @return the name, of letters, digits and . _ - ~
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

    /** Returns the host in a receipt; null if there is no receipt, or it contains no host. */
    private static @Nullable String host(final Path receipt) {
        final String text = textOf(receipt, MAX_RECEIPT_BYTES);
        return text == null
                ? null
                : text.lines().filter(line -> line.startsWith(HOST_LINE)).findFirst()
                        .map(line -> line.substring(HOST_LINE.length())).filter(name -> !name.isEmpty())
                        .orElse(null);
    }

    /** Reads a small file; null if there is none. */
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
