/**
 * The model of Ringside as values: events, schemas, filters, sessions and counters, and the annotations of typed
 * events. It has no files and no threads.
 */
@SuppressWarnings("module") // The modules that use the internal packages are compiled after it.
module io.ringside.core {
    requires transitive org.agrona;
    requires static org.jspecify;

    exports io.ringside;
    exports io.ringside.counter;
    exports io.ringside.event;
    exports io.ringside.filter;
    exports io.ringside.schema;
    exports io.ringside.session;
    exports io.ringside.typed;
    exports io.ringside.typed.generated;
    exports io.ringside.internal.counterset to io.ringside.transport, io.ringside.consumer, io.ringside.processor;
    exports io.ringside.internal.event to io.ringside.transport, io.ringside.consumer, io.ringside.etw;
    exports io.ringside.internal.expression to io.ringside.transport, io.ringside.consumer;
    exports io.ringside.internal.filter to io.ringside.transport, io.ringside.etw;
    exports io.ringside.internal.schema to io.ringside.transport, io.ringside.consumer, io.ringside.etw,
            io.ringside.sbe, io.ringside.export, io.ringside.sql, io.ringside.processor;
    exports io.ringside.internal.session to io.ringside.transport;
    exports io.ringside.internal.setting to io.ringside.transport, io.ringside.consumer, io.ringside.etw,
            io.ringside.serve;

    uses io.ringside.internal.schema.SbeReader;
}
