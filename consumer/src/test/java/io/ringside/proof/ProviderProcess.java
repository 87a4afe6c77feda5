package io.ringside.proof;

import io.ringside.internal.files.KillPoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that writes numbers. */
final class ProviderProcess implements AutoCloseable {
    private final Child child;
    private final WriterPlan plan;

    ProviderProcess(final WriterPlan plan, final List<String> options) {
        this(plan, WriterMain.class, options);
    }

    ProviderProcess(final WriterPlan plan, final Class<?> main, final List<String> options) {
        this.plan = plan;
        child = Child.start(options, main, plan.toArguments());
    }

    /** Options that stop a process at a passage of a point. */
    static List<String> stopAt(final KillPoint point, final int passage, final Path mark) {
        final List<String> options = new ArrayList<>(Child.SHORT_LIFE);
        options.add("-Dringside.killpoints=true");
        options.add("-D" + KillPoint.POINT_PROPERTY + "=" + point);
        options.add("-D" + KillPoint.PASSAGE_PROPERTY + "=" + passage);
        options.add("-D" + KillPoint.MARK_PROPERTY + "=" + mark);
        return options;
    }

    Child child() {
        return child;
    }

    ProviderProcess awaitReady() {
        child.await("ready");
        return this;
    }

    ProviderProcess go() {
        child.say("go");
        return this;
    }

    ProviderProcess awaitDone(final int waitSeconds) {
        child.await("done", waitSeconds);
        return this;
    }

    ProviderProcess awaitDone() {
        child.await("done");
        return this;
    }

    /** Have it end in good order. */
    void end() {
        child.say("close");
        child.awaitEnd();
    }

    /** Whether it has lived long enough to have a truth. */
    boolean hasTruth() {
        return Files.exists(plan.truth());
    }

    /** What it knows; may be asked while it writes. */
    TruthFile truth() {
        try {
            return TruthFile.open(plan.truth());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void kill() {
        child.kill();
    }

    @Override
    public void close() {
        child.close();
    }
}
