package io.ringside.cli.emit;

import java.util.concurrent.Callable;

/** What one thread writes. */
interface EmitTask extends Callable<WriteTally> {
    /** Calls made; by any thread, for progress. */
    long progress();
}
