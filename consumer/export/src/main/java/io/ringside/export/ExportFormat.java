package io.ringside.export;

/** Format of another program, to which events can be exported. */
public enum ExportFormat {
    /** Perfetto's protobuf, for ui.perfetto.dev and its trace processor: a file. */
    PERFETTO(true),
    /** JSON of Chrome's trace viewer, which Perfetto and Speedscope read too: a file. */
    CHROME(false),
    /** Common Trace Format 1.8, for babeltrace2 and Trace Compass: a folder. */
    CTF(true),
    /** A recording of the JDK's Flight Recorder, for {@code jfr} and JDK Mission Control: a file. */
    JFR(true),
    /** One JSON object in each line: a file. */
    JSONL(false),
    /** Comma-separated values with a column for each field: a folder with a file for each kind, or one file. */
    CSV(false),
    /**
     * Apache Parquet with a column for each field: a folder with a file for each kind, and one for the losses. Needs
     * the artifact {@code ringside-sql}, which brings DuckDB.
     */
    PARQUET(true),
    /** Logs of OpenTelemetry's protocol (OTLP) over HTTP: the URL of a collector. */
    OTLP(true);

    private final boolean binary;

    ExportFormat(final boolean binary) {
        this.binary = binary;
    }

    /** {@return whether the format is binary rather than text} */
    public boolean isBinary() {
        return binary;
    }

    /** {@return whether the format shows samples of counters as tracks} */
    public boolean hasCounters() {
        return this == PERFETTO || this == CHROME;
    }
}
