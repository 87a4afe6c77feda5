package io.ringside.bench.tail;

/** What is special about a single event. */
enum EventKind {
    /** Nothing: the lane has room in its block. */
    STEADY("steady state"),
    /** It begins a block. */
    BLOCK_CHANGE("change of block"),
    /** It begins the lane anew. */
    WRAP("wrap"),
    /** The thread was started for it: its writer and its lane are found with it. */
    FIRST_OF_THREAD("first of a thread"),
    /** The session has just enabled the provider again. */
    FIRST_AFTER_ENABLING("first after enabling");

    private final String label;

    EventKind(final String label) {
        this.label = label;
    }

    /** For people. */
    String label() {
        return label;
    }
}
