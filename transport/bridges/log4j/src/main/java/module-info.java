/** An appender of Log4j that writes log records as events. */
module io.ringside.bridge.log4j {
    requires transitive io.ringside.bridge.log;
    requires transitive org.apache.logging.log4j.core;
    requires org.apache.logging.log4j;
    requires static java.desktop;
    requires static org.jspecify;

    exports io.ringside.bridge.log4j;

    opens io.ringside.bridge.log4j to org.apache.logging.log4j.core;
}
