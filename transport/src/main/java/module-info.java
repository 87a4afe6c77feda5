/**
 * Providers and controllers over mapped files: what applications write events with, and what starts, changes and ends
 * sessions. Packages that only readers of the files need are open to the consumer alone.
 */
@SuppressWarnings("module") // The consumer is compiled after it.
module io.ringside.transport {
    requires transitive io.ringside.core;
    requires static org.jspecify;

    exports io.ringside.transport;
    exports io.ringside.transport.activity;
    exports io.ringside.transport.callback;
    exports io.ringside.transport.classic;
    exports io.ringside.transport.control;
    exports io.ringside.transport.counter;
    exports io.ringside.transport.counter.pull;
    exports io.ringside.transport.directory;
    exports io.ringside.transport.process;
    exports io.ringside.transport.provider;
    exports io.ringside.transport.rows;
    exports io.ringside.transport.typed;
    exports io.ringside.transport.write;
    exports io.ringside.transport.agent to io.ringside.consumer;
    exports io.ringside.transport.autostart to io.ringside.consumer;
    exports io.ringside.transport.drain to io.ringside.consumer;
    exports io.ringside.transport.fault to io.ringside.consumer;
    exports io.ringside.transport.lane to io.ringside.consumer;
    exports io.ringside.transport.ledger to io.ringside.consumer;
    exports io.ringside.transport.lock to io.ringside.consumer;
    exports io.ringside.transport.registry to io.ringside.consumer;
    exports io.ringside.transport.schema to io.ringside.consumer;

    uses io.ringside.transport.control.LedgersOpener;
    uses io.ringside.transport.drain.SinkReader;

    provides io.ringside.transport.control.LedgersOpener with io.ringside.transport.drain.BooksOpener;
}
