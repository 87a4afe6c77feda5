package io.ringside.counter;

/** How many instances a counter set has, and which of them are shown as one. */
public enum CounterSetKind {
    /** One, without a name. */
    SINGLE(0),
    /** Any number, each with a name. */
    MULTIPLE(1),
    /** One for each provider; all are shown as one without a name. */
    GLOBAL_AGGREGATE(2),
    /** Any number for each provider; those of the same name are shown as one. */
    MULTIPLE_AGGREGATE(3),
    /** As a global aggregate, and instances that have ended go on to count. */
    GLOBAL_AGGREGATE_HISTORY(4);

    private final int code;

    CounterSetKind(final int code) {
        this.code = code;
    }

    /** {@return the number in shared memory; it never changes} */
    public int code() {
        return code;
    }

    /** {@return whether a provider has several instances, told apart by names} */
    public boolean hasNames() {
        return this == MULTIPLE || this == MULTIPLE_AGGREGATE;
    }

    /** {@return whether the instances of all providers are shown as one, or as one for each name} */
    public boolean isAggregate() {
        return this != SINGLE && this != MULTIPLE;
    }
}
