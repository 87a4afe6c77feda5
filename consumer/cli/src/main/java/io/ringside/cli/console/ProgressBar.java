package io.ringside.cli.console;

/** A progress bar made of characters. Stateless. */
public final class ProgressBar {
    private static final int WIDTH = 30;
    private static final int PERCENT = 100;

    private ProgressBar() {}

    /**
     * Draw a bar.
     *
     * @param done  at least 0
     * @param total at least what is done; 0 is complete
     */
    public static String of(final long done, final long total) {
        final double share = total == 0 ? 1 : (double) done / total;
        final int filled = (int) (share * WIDTH);
        return "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + (int) (share * PERCENT) + " %";
    }
}
