package io.ringside.cli.session;

import io.ringside.RingsideException;
import io.ringside.cli.console.Console;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.option.ProviderSelector;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for number and size of a session's lanes. */
final class LaneOptions {
    private static final ProviderSelector LOGS = ProviderSelector.ofName("Ringside.Log");
    /** Room for a thousand logs of a thread: a request may write hundreds at once. */
    private static final int LOG_LANE_BYTES = 1 << 20;

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

    /**
     * Returns settings with larger lanes, and as many of them, if a provider of logs is named, no size was typed, and
     * there is room.
     */
    SessionSettings forLogs(final SessionSettings settings, final List<ProviderSelector> named, final Path directory,
            final Console console) {
        final long needBytes = settings.maxBytes() * (LOG_LANE_BYTES / settings.laneBytes());
        if (laneBytes != null || maxBytes != null || directory.toFile().getUsableSpace() < needBytes
                || named.stream().noneMatch(each -> each.id().equals(LOGS.id()))) {
            return settings;
        }
        console.tell("lanes are larger for logs: provider=" + LOGS + ", laneBytes=" + LOG_LANE_BYTES
                + ", maxBytes=" + needBytes + ": --lane-size or --max-bytes sets other sizes");
        final SessionSettings.Builder builder = SessionSettings.builder(settings.name());
        settings.asText().forEach(builder::set);
        return builder.laneBytes(LOG_LANE_BYTES).maxBytes(needBytes).build();
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
