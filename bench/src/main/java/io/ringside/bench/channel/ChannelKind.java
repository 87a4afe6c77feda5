package io.ringside.bench.channel;

/** Carrier of messages. */
public enum ChannelKind {
    /** A session with its writers and its consumer, without merging of lanes. */
    RINGSIDE("Ringside"),
    /** An Aeron publication for each thread, through a driver in a process of its own. */
    AERON_EXCLUSIVE("AeronExclusive"),
    /** One Aeron publication for all threads. */
    AERON_CONCURRENT("AeronConcurrent"),
    /** A Chronicle queue with an excerpt for each message. */
    CHRONICLE("Chronicle"),
    /** Agrona's ring for one producer, in a mapped file. */
    ONE_TO_ONE("AgronaOneToOne"),
    /** Agrona's ring for many producers, in a mapped file. */
    MANY_TO_ONE("AgronaManyToOne"),
    /** A ring with the minimum work of a lane. */
    BARE_LANE("BareLane"),
    /** The same ring with a reader that copies and checkpoints each message before it passes it on. */
    TAKING_LANE("TakingLane");

    private final String label;

    ChannelKind(final String label) {
        this.label = label;
    }

    /** Returns the name used in results. */
    public String label() {
        return label;
    }

    /** {@return whether more than one thread can write} */
    public boolean takesManyWriters() {
        return this != ONE_TO_ONE && !isBare();
    }

    boolean isBare() {
        return this == BARE_LANE || this == TAKING_LANE;
    }

    boolean isAeron() {
        return this == AERON_EXCLUSIVE || this == AERON_CONCURRENT;
    }
}
