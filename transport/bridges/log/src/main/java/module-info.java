/** Log records as events of a provider: common parts of the bridges, and the bridge for java.util.logging. */
module io.ringside.bridge.log {
    requires transitive io.ringside.transport;
    requires transitive java.logging;
    requires static org.jspecify;

    exports io.ringside.bridge.jul;
    exports io.ringside.bridge.log;
}
