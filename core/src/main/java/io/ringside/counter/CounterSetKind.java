package io.ringside.counter;

/** How many instances a counter set has, and which of them are shown as one (R7.17). */
public enum CounterSetKind {
    /** One, without a name. */
    SINGLE,
    /** Any number, each with a name. */
    MULTIPLE,
    /** One for each provider; all are shown as one without a name. */
    GLOBAL_AGGREGATE,
    /** Any number for each provider; those of the same name are shown as one. */
    MULTIPLE_AGGREGATE,
    /** As a global aggregate, and instances that have ended go on to count. */
    GLOBAL_AGGREGATE_HISTORY
}
