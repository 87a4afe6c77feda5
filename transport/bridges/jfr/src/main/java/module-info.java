/** Events of the JVM's Flight Recorder as events of a provider. */
module io.ringside.bridge.jfr {
    requires transitive io.ringside.transport;
    requires java.management;
    requires jdk.jfr;
    requires static org.jspecify;

    exports io.ringside.bridge.jfr;
}
