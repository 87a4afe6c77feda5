package io.ringside.bench.channel;

/** A carrier of messages. */
public enum ChannelKind {
    /** A session, its writers and its consumer, events not merged. */
    RINGSIDE("Ringside"),
    /** A publication for each thread, through a driver in a process of its own. */
    AERON_EXCLUSIVE("AeronExclusive"),
    /** One publication for all threads. */
    AERON_CONCURRENT("AeronConcurrent"),
    /** A queue with an excerpt for each message. */
    CHRONICLE("Chronicle"),
    /** Agrona's ring for one producer, in a mapped file. */
    ONE_TO_ONE("AgronaOneToOne"),
    /** Agrona's ring for many producers, in a mapped file. */
    MANY_TO_ONE("AgronaManyToOne"),
    /** The least that a lane does. */
    BARE_LANE("BareLane"),
    /** The same with a reader that takes each message before it hands it on. */
    TAKING_LANE("TakingLane");

    private final String label;

    ChannelKind(final String label) {
        this.label = label;
    }

    /** Returns the name in results. */
    public String label() {
        return label;
    }

    /** Whether more than one thread can write. */
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
