package io.ringside.bench.channel;

import java.nio.file.Path;
import java.util.List;

/**
 * Parameters of a channel, which all three processes receive. Immutable.
 *
 * @param kind      carrier of the messages
 * @param folder    in memory, for all files of the channel
 * @param roomBytes size of a lane or ring, and of the lead that a publication may have over its subscriber: a power of
 *                  two
 * @param blocks    whether writers of our session wait for space; otherwise events that do not fit are lost. Baselines
 *                  report a lack of space, and are called again.
 */
public record ChannelPlan(ChannelKind kind, Path folder, int roomBytes, boolean blocks) {
    static final int ARGUMENTS = 4;

    /** Returns arguments for {@link #parse}. */
    public List<String> toArguments() {
        return List.of(kind.name(), folder.toString(), Integer.toString(roomBytes), Boolean.toString(blocks));
    }

    /**
     * Parses the arguments from {@link #toArguments}.
     *
     * @param arguments of a process
     * @return the plan
     */
    public static ChannelPlan parse(final String... arguments) {
        if (arguments.length != ARGUMENTS) {
            throw new IllegalArgumentException("not a channel: arguments=" + List.of(arguments)
                    + ": name kind, folder, bytes of room, and whether writers block");
        }
        return new ChannelPlan(ChannelKind.valueOf(arguments[0]), Path.of(arguments[1]), Integer.parseInt(arguments[2]),
                Boolean.parseBoolean(arguments[3]));
    }

    Path traceDirectory() {
        return folder.resolve("trace");
    }

    Path driverDirectory() {
        return folder.resolve("aeron");
    }

    Path ringFile() {
        return folder.resolve("ring");
    }

    Path queueFolder() {
        return folder.resolve("queue");
    }
}
