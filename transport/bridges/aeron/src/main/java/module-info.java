/** Counters of an Aeron driver as a counter set. */
module io.ringside.bridge.aeron {
    requires transitive io.aeron.client;
    requires transitive io.ringside.transport;
    requires static org.jspecify;

    exports io.ringside.bridge.aeron;
}
