package io.ringside.bench.channel;

import java.nio.file.Path;
import java.util.List;

/**
 * The channel to be opened, as all three processes get it. Immutable.
 *
 * @param kind      carrier of the messages
 * @param folder    in memory, for all of its files
 * @param roomBytes of a lane or a ring, and of the lead that a publication may have over its subscriber: a power of two
 * @param blocks    whether a session of ours has its writers wait for room; else it loses events that find none.
 *                  Baselines report that there is none, and are asked again.
 */
public record ChannelPlan(ChannelKind kind, Path folder, int roomBytes, boolean blocks) {
    static final int ARGUMENTS = 4;

    /** Arguments for {@link #parse}. */
    public List<String> toArguments() {
        return List.of(kind.name(), folder.toString(), Integer.toString(roomBytes), Boolean.toString(blocks));
    }

    /**
     * Read what {@link #toArguments} has made.
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
