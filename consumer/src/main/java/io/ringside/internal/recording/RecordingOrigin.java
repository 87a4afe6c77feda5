package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * Where a recording comes from that was received from another host: small files beside its folder say so. Immutable.
 *
 * @param host  name of the other host; null if the recording was not received
 * @param clock of the other host, as its receiver has measured it; null if it was not measured
 */
public record RecordingOrigin(@Nullable String host, @Nullable HostClock clock) {
    /** A recording of this host. */
    public static final RecordingOrigin HERE = new RecordingOrigin(null, null);
    /** After the name of a recording's folder: what a receiver has written down of it. */
    public static final String RECEIPT_SUFFIX = ".receipt";
    /** After the name of a recording's folder: measurements of the clock of its host. */
    public static final String CLOCK_SUFFIX = ".clock";
    /** What a line of a receipt begins with that names the host. */
    public static final String HOST_LINE = "host=";

    private static final int MAX_RECEIPT_BYTES = 8192;

    /**
     * Find where a recording comes from. What is damaged is reported, and left out.
     *
     * @param folder       of the recording
     * @param errorHandler notified of damage
     * @return {@link #HERE} if nothing says that it was received
     */
    public static RecordingOrigin of(final Path folder, final ErrorHandler errorHandler) {
        final Path absolute = folder.toAbsolutePath().normalize();
        final Path name = absolute.getFileName();
        if (name == null) {
            return HERE;
        }
        String host = null;
        try {
            host = host(absolute.resolveSibling(name + RECEIPT_SUFFIX));
            return host == null
                    ? HERE
                    : new RecordingOrigin(host, HostClock.load(absolute.resolveSibling(name + CLOCK_SUFFIX)));
        } catch (final RingsideException e) {
            errorHandler.onError(e);
            return new RecordingOrigin(host, null);
        }
    }

    /** Null if there is no receipt, or an older release has written it. */
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
