/** Exports events to the formats of other programs, and sends them to OpenTelemetry collectors. */
@SuppressWarnings("module") // Modules that use the internal packages are compiled after this one.
module io.ringside.export {
    requires transitive io.ringside.consumer;
    requires java.net.http;
    requires static org.jspecify;

    exports io.ringside.export;
    exports io.ringside.internal.export to io.ringside.sql;

    uses io.ringside.internal.export.SqlEngine;
}
