package io.ringside.counter;

/** Number of instances of a counter set, and which of them are shown as one. */
public enum CounterSetKind {
    /** One, without a name. */
    SINGLE(0),
    /** Any number, each with a name. */
    MULTIPLE(1),
    /** One for each provider; all are shown as one without a name. */
    GLOBAL_AGGREGATE(2),
    /** Any number for each provider; those of the same name are shown as one. */
    MULTIPLE_AGGREGATE(3),
    /** Global aggregate in which instances that have ended continue to count. */
    GLOBAL_AGGREGATE_HISTORY(4);

    private final int code;

    CounterSetKind(final int code) {
        this.code = code;
    }

    /** {@return the number in shared memory; it never changes} */
    public int code() {
        return code;
    }

    /** {@return whether a provider has several instances, distinguished by name} */
    public boolean hasNames() {
        return this == MULTIPLE || this == MULTIPLE_AGGREGATE;
    }

    /** {@return whether the instances of all providers are shown as one, or as one for each name} */
    public boolean isAggregate() {
        return this != SINGLE && this != MULTIPLE;
    }
}
