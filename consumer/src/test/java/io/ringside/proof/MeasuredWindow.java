package io.ringside.proof;

/**
 * What was measured in a window, as one process of a proof of cost tells another in one line.
 *
 * @param kind    what the thread did
 * @param way     how it wrote
 * @param figures number of the window, id of the thread, page faults, written and lost events
 */
record MeasuredWindow(CostKind kind, CostWriter.Way way, Figures figures) {
    private static final String PREFIX = "window ";
    private static final int WORDS = 3;

    long of(final String name) {
        return figures.of(name);
    }

    static MeasuredWindow parse(final String line) {
        if (!line.startsWith(PREFIX)) {
            throw new IllegalArgumentException("not a window: line=" + line);
        }
        final String[] words = line.substring(PREFIX.length()).split(" ", WORDS);
        return new MeasuredWindow(CostKind.valueOf(words[0]), CostWriter.Way.valueOf(words[1]),
                Figures.parse(words[2]));
    }

    @Override
    public String toString() {
        return PREFIX + kind + " " + way + " " + figures;
    }
}
