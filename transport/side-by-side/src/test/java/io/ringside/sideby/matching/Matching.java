package io.ringside.sideby.matching;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.agrona.concurrent.UnsafeBuffer;

/** An application that uses Agrona, logs by what the JDK has, and knows nothing of Ringside. */
public final class Matching {
    private static final Logger LOGGER = Logger.getLogger("acme.matching");

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);

    /** What it has put into a buffer of its Agrona, and where that Agrona is. */
    public String match(final long order) {
        buffer.putLong(8, order);
        LOGGER.log(Level.FINE, "matched {0}", order);
        return "matched " + buffer.getLong(8) + " from " + UnsafeBuffer.class.getResource("UnsafeBuffer.class");
    }

    /** Matches until its input ends. */
    public static void main(final String[] args) throws IOException {
        final Matching matching = new Matching();
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(matching.match(Long.parseLong(line)));
        }
    }
}
