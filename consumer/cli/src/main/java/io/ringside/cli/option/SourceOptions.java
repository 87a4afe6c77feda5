package io.ringside.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The options of all commands that read events. */
public final class SourceOptions {
    @Parameters(paramLabel = "SOURCE", arity = "1..*", converter = SourceConverter.class, description = {
        "Names of sessions and folders of recordings; several are merged by time. The folder of 'ringside receive' "
                + "means all recordings in it."})
    private List<String> sources = new ArrayList<>();

    @Option(names = "--follow", description = "Continue until all sessions have ended, or until Ctrl-C.")
    private boolean follow;

    @Option(names = "--from-start", description = {
        "For a session that is being recorded, begin with the first event of its recording instead of the next one."})
    private boolean fromStart;

    @Option(names = "--peek", description = {
        "Read sessions beside their recorder or reader, also in overwrite mode, without taking their events. "
                + "Events that newer ones replaced before they were read are shown as behind."})
    private boolean peek;

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Option(names = "--idle", paramLabel = "MODE", description = {
        "How to wait for events: ${COMPLETION-CANDIDATES} (default: sleep)."})
    private IdleMode idle = IdleMode.SLEEP;

    List<String> sources() {
        return sources;
    }

    /** Whether to continue after everything was read. */
    public boolean isFollow() {
        return follow;
    }

    /** Whether the sources can be read by several threads: all are recordings, and all their events are selected. */
    public boolean isShareable() {
        return !follow && !selection.isSelective() && EventSources.areRecordings(sources);
    }

    /** Whether sessions are read without taking their events. */
    boolean isPeek() {
        return peek;
    }

    boolean isFromStart() {
        return fromStart;
    }

    IdleMode idle() {
        return idle;
    }

    SelectionOptions selection() {
        return selection;
    }

    /** Parses the name of a session or a folder. Rejects an empty one, which to the JDK is the current directory. */
    static final class SourceConverter implements ITypeConverter<String> {
        @Override
        public String convert(final String text) {
            if (text.isEmpty()) {
                throw new TypeConversionException(
                        "invalid source '': expected the name of a session or the folder of a recording");
            }
            return text;
        }
    }

    /** The behaviour of a reader while no events are available. */
    public enum IdleMode {
        /** Poll again at once: lowest latency, occupies a core. */
        SPIN,
        /** Let other threads run between polls. */
        YIELD,
        /** Sleep for a moment between polls: lowest cost. */
        SLEEP;

        private static final long SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

        /** Returns a new idle strategy, which is not thread-safe. */
        public IdleStrategy strategy() {
            return switch (this) {
                case SPIN -> BusySpinIdleStrategy.INSTANCE;
                case YIELD -> YieldingIdleStrategy.INSTANCE;
                case SLEEP -> new SleepingIdleStrategy(SLEEP_NS);
            };
        }

        /** Returns the value on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
