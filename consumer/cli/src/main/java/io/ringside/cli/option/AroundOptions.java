package io.ringside.cli.option;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that select the events around a moment, or around each occurrence of an event. */
public final class AroundOptions {
    private static final Duration DEFAULT_SPAN = Duration.ofMillis(5);
    private static final int OCCURRENCES_MAX = 100_000;
    private static final int NAMES_SHOWN_MAX = 100;
    private static final Pattern TIME = Pattern.compile("[-\\d].*");

    @Option(names = "--around", paramLabel = "TIME|EVENT", description = {
        "Only what happened within --span before and after a time, which is written as for --since, or before and "
                + "after each event of a name or PROVIDER/EVENT, in recordings (default: everything)."})
    private @Nullable String around;

    @Option(names = "--span", paramLabel = "D", description = {
        "How long before and after --around (default: 5ms)."})
    private @Nullable Duration span;

    /**
     * Narrows the sources down to the selected times.
     *
     * @param context of the command
     * @param sources sources to narrow down; recordings are read to find the event
     * @throws RingsideException if the options contradict each other, or the event does not occur
     */
    public void apply(final CommandContext context, final SourceOptions sources) {
        final String moment = around;
        if (moment == null) {
            if (span != null) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                        "--span requires --around: span=" + span + ": add --around TIME or EVENT");
            }
            return;
        }
        final long spanNs = (span == null ? DEFAULT_SPAN : span).toNanos();
        sources.selection().around(TIME.matcher(moment).matches()
                ? List.of(epochNs(time(moment), context, sources))
                : new Occurrences(moment, sources.selection()).in(context, sources), spanNs);
    }

    private static long epochNs(final TypedTime time, final CommandContext context, final SourceOptions sources) {
        return time.epochNs(EventSources.aheadNs(context, sources, !time.isRelative()));
    }

    private static TypedTime time(final String moment) {
        try {
            return TypedTime.parse(moment);
        } catch (final TypeConversionException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + ": check --around", e);
        }
    }

    /** Finds the times at which an event occurs. Not thread-safe. */
    private static final class Occurrences implements EventHandler {
        private final String event;
        private final EventFilter wanted;
        private final List<Long> timesNs = new ArrayList<>();
        private final Set<String> names = new TreeSet<>();
        private long count;

        Occurrences(final String event, final SelectionOptions selection) {
            this.event = event;
            final EventFilter named;
            try {
                named = EventFilter.ofEvent(event);
            } catch (final RingsideException e) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + ": check --around", e);
            }
            this.wanted = selection.inTime(named);
        }

        List<Long> in(final CommandContext context, final SourceOptions sources) {
            final List<Path> recordings = EventSources.recordings(sources.sources());
            if (!EventSources.areRecordings(sources.sources()) || sources.isFollow()) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "--around EVENT reads recordings twice: event="
                        + event + ", sources=" + sources.sources()
                        + ": give folders of recordings without --follow, or a time");
            }
            context.interruption().handle();
            // Damage is reported later, when the events are printed.
            try (EventReader reader = EventReader
                    .open(new ReaderContext().merged(false).eventsPerCycle(Integer.MAX_VALUE)
                            .libraryThread(Runnable::run).errorHandler(failure -> {}))) {
                recordings.forEach(folder -> reader.add(Source.recording(folder)));
                reader.readAvailable(this, context.interruption()::isRequested);
            }
            requireSome();
            return timesNs;
        }

        @Override
        public void onEvent(final EventView view) {
            final String name = view.eventName();
            if (name != null && names.size() <= NAMES_SHOWN_MAX) {
                names.add(name);
            }
            if (wanted.accepts(view)) {
                count++;
                if (count <= OCCURRENCES_MAX) {
                    timesNs.add(view.timeNs());
                }
            }
        }

        private void requireSome() {
            if (timesNs.isEmpty()) {
                throw new RingsideException(ErrorCode.NOT_FOUND, "no such event: event=" + event + ", events="
                        + names.stream().limit(NAMES_SHOWN_MAX).toList() + ": check --around, --since and --until");
            }
            if (count > OCCURRENCES_MAX) {
                throw new RingsideException(ErrorCode.LIMIT, "event occurs too often: event=" + event
                        + ", occurrences=" + count + ", max=" + OCCURRENCES_MAX
                        + ": narrow it down with --since and --until");
            }
        }
    }
}
