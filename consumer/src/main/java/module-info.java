/**
 * Reads, records, measures and ships events. The internal packages are open to the modules that extend it, and to no
 * others. Some of Chronicle's jars have no module name of their own, so an application has them on the class path and
 * adds a read of the unnamed module.
 */
@SuppressWarnings("module") // The modules that use the internal packages are compiled after it.
module io.ringside.consumer {
    requires transitive io.ringside.transport;
    requires java.logging;
    requires static org.jspecify;
    requires static chronicle.bytes;
    requires static chronicle.core;
    requires static chronicle.queue;
    requires static chronicle.threads;
    requires static chronicle.wire;

    exports io.ringside.measure;
    exports io.ringside.reader;
    exports io.ringside.reader.counter;
    exports io.ringside.recording;
    exports io.ringside.replay;
    exports io.ringside.ship;
    exports io.ringside.text;
    exports io.ringside.timeline;
    exports io.ringside.trigger;
    exports io.ringside.internal.merge to io.ringside.etw;
    exports io.ringside.internal.reader to io.ringside.etw, io.ringside.export;
    exports io.ringside.internal.recording
            to io.ringside.etw, io.ringside.serve, io.ringside.ship.aeron, io.ringside.ship.kafka;
    exports io.ringside.internal.render to io.ringside.export;
    exports io.ringside.internal.ship
            to io.ringside.export, io.ringside.ship.aeron, io.ringside.ship.kafka, io.ringside.sql;

    uses io.ringside.internal.ship.ShipCarrier;
    uses io.ringside.internal.ship.ShipEncoder.Otlp;
    provides io.ringside.internal.drain.SinkReader with io.ringside.internal.recording.RecordingSinks;
}
