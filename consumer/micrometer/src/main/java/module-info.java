/** Metrics of a trace directory for Micrometer. */
module io.ringside.micrometer {
    requires transitive io.ringside.consumer;
    requires transitive micrometer.core;
    requires static org.jspecify;

    exports io.ringside.micrometer;
}
