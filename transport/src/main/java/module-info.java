/**
 * Providers and controllers over mapped files: what applications write events with, and what starts, changes and ends
 * sessions. The internal packages are open to the modules that read the files, and to no others.
 */
@SuppressWarnings("module") // The modules that use the internal packages are compiled after it.
module io.ringside.transport {
    requires transitive io.ringside.core;
    requires static org.jspecify;

    exports io.ringside.activity;
    exports io.ringside.callback;
    exports io.ringside.control;
    exports io.ringside.provider;
    exports io.ringside.provider.counter;
    exports io.ringside.provider.generated;
    exports io.ringside.write;
    exports io.ringside.write.generated;
    exports io.ringside.internal.control to io.ringside.consumer, io.ringside.serve;
    exports io.ringside.internal.counter to io.ringside.consumer;
    exports io.ringside.internal.drain to io.ringside.consumer, io.ringside.etw, io.ringside.serve;
    exports io.ringside.internal.files to io.ringside.consumer, io.ringside.etw, io.ringside.serve,
            io.ringside.ship.aeron;
    exports io.ringside.internal.lane to io.ringside.consumer, io.ringside.etw;
    exports io.ringside.internal.layout to io.ringside.consumer, io.ringside.etw;
    exports io.ringside.internal.machine
            to io.ringside.bridge.jfr, io.ringside.bridge.log, io.ringside.bridge.log4j, io.ringside.bridge.logback;
    exports io.ringside.internal.provider to io.ringside.bridge.aeron, io.ringside.bridge.netty, io.ringside.consumer,
            io.ringside.etw;
    exports io.ringside.internal.registry to io.ringside.consumer, io.ringside.etw, io.ringside.serve;
    exports io.ringside.internal.write to io.ringside.consumer, io.ringside.etw;

    uses io.ringside.internal.drain.SinkReader;
}
