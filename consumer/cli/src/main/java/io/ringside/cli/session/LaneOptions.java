package io.ringside.cli.session;

import io.ringside.RingsideException;
import io.ringside.cli.option.Arguments;
import io.ringside.session.SessionSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for number and size of a session's lanes. */
final class LaneOptions {
    @Option(names = "--lanes", paramLabel = "N", description = {
        "Maximum number of lanes per process; each thread that writes needs one (default: 64)."})
    private @Nullable Integer lanes;

    @Option(names = "--lane-size", paramLabel = "SIZE", converter = Arguments.Size.class, description = {
        "Ring size of a lane: a power of two from 64k to 1g (default: 256k)."})
    private @Nullable Long laneBytes;

    @Option(names = "--max-bytes", paramLabel = "SIZE", converter = Arguments.Size.class, description = {
        "Limit of the session's memory across all processes (default: 256m)."})
    private @Nullable Long maxBytes;

    /**
     * Sets the options that were typed.
     *
     * @throws RingsideException if a value is out of range
     */
    void set(final SessionSettings.Builder builder) {
        set(builder, "lanes", lanes);
        set(builder, "laneBytes", laneBytes);
        set(builder, "maxBytes", maxBytes);
    }

    static void set(
            final SessionSettings.Builder builder, final String setting, final @Nullable Object value) {
        if (value != null) {
            builder.set(setting, value.toString());
        }
    }

    /** Returns the message about invalid settings, with the names of settings replaced by those of their options. */
    static String asTyped(final RingsideException wrong) {
        return String.valueOf(wrong.getMessage()).replace("laneBytes", "--lane-size")
                .replace("maxBytes", "--max-bytes");
    }
}
