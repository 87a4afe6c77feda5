package io.ringside.bench.recording;

/** What recordings and files of benches have in common. Stateless. */
final class Medium {
    /**
     * Most bytes of a file: then another is begun, so that the medium is never full, and its pages are those that the
     * file before had. Pages that the host of a virtual machine has yet to give cost several times as much.
     */
    static final long FILE_BYTES = 128L << 20;

    private Medium() {}
}
