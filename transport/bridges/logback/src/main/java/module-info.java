/** An appender of Logback that writes log records as events. */
module io.ringside.bridge.logback {
    requires transitive ch.qos.logback.classic;
    requires transitive ch.qos.logback.core;
    requires transitive io.ringside.bridge.log;
    requires org.slf4j;
    requires static org.jspecify;

    exports io.ringside.bridge.logback;
}
