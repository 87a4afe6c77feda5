/** Log records as events of a provider: what the bridges share, and the one of java.util.logging. */
module io.ringside.bridge.log {
    requires transitive io.ringside.transport;
    requires transitive java.logging;
    requires static org.jspecify;

    exports io.ringside.bridge.jul;
    exports io.ringside.bridge.log;
}
