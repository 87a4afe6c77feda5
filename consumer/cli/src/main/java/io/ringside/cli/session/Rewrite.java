package io.ringside.cli.session;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SelectionOptions;
import io.ringside.cli.render.SessionLines;
import io.ringside.etw.relog.RelogContext;
import io.ringside.etw.relog.RelogStream;
import io.ringside.etw.relog.Relogger;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventView;
import io.ringside.recording.RecorderContext;
import io.ringside.text.JsonRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes recordings anew, with only the selected events. */
final class Rewrite {
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final CommandContext context;
    private final List<Path> recordings;
    private final Path folder;
    private final SelectionOptions selection;
    private final EventFilter filter;

    Rewrite(final CommandContext context, final SelectionOptions selection, final List<Path> recordings,
            final Path folder) {
        this.context = context;
        this.recordings = recordings;
        this.folder = folder;
        this.selection = selection;
        this.filter = selection.filter();
    }

    /** Writes the new recording and returns the exit code. */
    int call(final RecorderContext.Mode mode, final long maxBytes, final @Nullable Long minFreeBytes) {
        final RelogContext settings = new RelogContext(recordings, folder, this::keep).mode(mode)
                .maxBytes(maxBytes)
                .errorHandler(context.console()::tellFailure);
        if (minFreeBytes != null) {
            settings.minFreeBytes(minFreeBytes);
        }
        context.interruption().handle();
        try (Relogger relogger = Relogger.open(settings)) {
            run(relogger);
            if (!relogger.isComplete()) {
                context.console().tell("interrupted, the new recording was removed: path=" + folder);
                return ExitCode.INTERRUPTED;
            }
            report(relogger);
            if (relogger.totals().damages() > 0) {
                context.console().tell("new recording contains everything that could be read: path=" + folder);
            }
            selection.requireFits();
            EventSources.requireWhole(recordings, relogger.totals());
            return relogger.lostEvents() + relogger.missingEvents() > 0 ? ExitCode.LOST : ExitCode.DONE;
        }
    }

    private void keep(final EventView event, final RelogStream stream) {
        if (filter.accepts(event)) {
            stream.inject(event);
        }
    }

    private void run(final Relogger relogger) {
        long nextProgressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
        while (!relogger.isComplete() && !context.interruption().isRequested()) {
            relogger.doWork();
            final long nowNs = System.nanoTime();
            if (nowNs - nextProgressNs >= 0) {
                nextProgressNs = nowNs + PROGRESS_INTERVAL_NS;
                context.console().progress(String.format(Locale.ROOT, "recorded %,d events, %,d filtered",
                        relogger.events(), relogger.filteredEvents()));
            }
        }
    }

    private void report(final Relogger relogger) {
        final Long lost = relogger.totals().lossesKnown() ? relogger.lostEvents() : null;
        if (context.isJson()) {
            context.console().print(new JsonRow().begin().put("recorded", relogger.events())
                    .put("filtered", relogger.filteredEvents()).put("lost", lost)
                    .put("overwritten", relogger.overwrittenEvents()).put("missing", relogger.missingEvents())
                    .put("bytes", relogger.bytes()).put("folder", folder.toString()).end());
        } else {
            context.console().printPlain(String.format(Locale.ROOT,
                    "recorded %,d events, %,d filtered, %s%s%s, %,d bytes: %s", relogger.events(),
                    relogger.filteredEvents(), SessionLines.lost(lost),
                    SessionLines.also(relogger.overwrittenEvents(), "overwritten"),
                    SessionLines.also(relogger.missingEvents(), "missing"), relogger.bytes(), folder));
        }
    }
}
