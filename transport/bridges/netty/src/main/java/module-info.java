/** Netty's event loops and allocators as counter sets. */
module io.ringside.bridge.netty {
    requires transitive io.netty.buffer;
    requires transitive io.netty.common;
    requires transitive io.netty.transport;
    requires transitive io.ringside.transport;
    requires static org.jspecify;

    exports io.ringside.bridge.netty;
}
