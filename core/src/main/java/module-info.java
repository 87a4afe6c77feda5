/**
 * The model of Ringside: events, schemas, filters, sessions and counters as values, and the annotations of typed
 * events. No files, no threads.
 */
module io.ringside.core {
    requires transitive org.agrona;
    requires static org.jspecify;

    exports io.ringside.counter;
    exports io.ringside.enablement;
    exports io.ringside.event;
    exports io.ringside.expression;
    exports io.ringside.filter;
    exports io.ringside.schema;
    exports io.ringside.session;
    exports io.ringside.typed;

    uses io.ringside.schema.SbeReader;
}
