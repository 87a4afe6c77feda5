package io.ringside.serve;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/** The secret that lets somebody in. Immutable. */
final class AccessToken {
    private static final int RANDOM_BYTES = 24;
    private static final int FILE_LENGTH_MAX = 4096;
    /** Characters that headers, cookies and addresses can contain without encoding. */
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._~-]{16,512}");

    private final String text;

    private AccessToken(final String text) {
        this.text = text;
    }

    /** A new one, which nobody can guess. */
    public static AccessToken random() {
        final byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new AccessToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * The one in a file.
     *
     * @param file with the token and, perhaps, an end of line
     * @throws RingsideException if it cannot be read, or has no token
     */
    public static AccessToken ofFile(final Path file) {
        final String text;
        try {
            // Opening a FIFO would wait for its writer.
            if (Files.exists(file) && (!Files.isRegularFile(file) || Files.size(file) > FILE_LENGTH_MAX)) {
                throw refused(file);
            }
            text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (final IOException e) {
            throw RingsideException.ofFile("read a token", file, e);
        }
        if (!ALLOWED.matcher(text).matches()) {
            throw refused(file);
        }
        return new AccessToken(text);
    }

    /** The token itself. */
    public String text() {
        return text;
    }

    /** Whether a text is the token; takes as long whichever characters differ. */
    boolean matches(final String given) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.ISO_8859_1),
                given.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Nothing of it. */
    @Override
    public String toString() {
        return "AccessToken";
    }

    private static RingsideException refused(final Path file) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, "file has no token: path=" + file
                + ": write 16 to 512 letters, digits and characters of . _ ~ - into it, as openssl rand -hex 24 makes");
    }
}
