package io.ringside.bench.channel;

/** Who carries the messages. */
public enum ChannelKind {
    /** A session, its writers and its consumer, events not merged. */
    RINGSIDE("Ringside"),
    /** A publication for each thread, through a driver in a process of its own. */
    AERON_EXCLUSIVE("Aeron IPC, exclusive"),
    /** One publication for all threads. */
    AERON_CONCURRENT("Aeron IPC, concurrent"),
    /** A queue with an excerpt for each message. */
    CHRONICLE("Chronicle Queue"),
    /** Agrona's ring for one producer, in a mapped file. */
    ONE_TO_ONE("Agrona one-to-one"),
    /** Agrona's ring for many producers, in a mapped file. */
    MANY_TO_ONE("Agrona many-to-one");

    private final String label;

    ChannelKind(final String label) {
        this.label = label;
    }

    /** What tables call it. */
    public String label() {
        return label;
    }

    /** Whether more than one thread can write. */
    public boolean takesManyWriters() {
        return this != ONE_TO_ONE;
    }

    boolean isAeron() {
        return this == AERON_EXCLUSIVE || this == AERON_CONCURRENT;
    }
}
