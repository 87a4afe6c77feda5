package io.ringside.bench.recording;

/** What recordings and files of benches have in common. Stateless. */
final class Medium {
    /** Most bytes of a file: then another is begun, so that the medium is never full. */
    static final long FILE_BYTES = 512L << 20;

    private Medium() {}
}
