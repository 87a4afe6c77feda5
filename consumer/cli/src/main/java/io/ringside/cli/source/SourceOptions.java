package io.ringside.cli.source;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of all commands that read events. */
public final class SourceOptions {
    @Parameters(paramLabel = "SOURCE", arity = "1..*", converter = SourceConverter.class, description = {
        "Names of sessions and folders of recordings; several are merged by time."})
    private List<String> sources = new ArrayList<>();

    @Option(names = "--follow", description = "Continue until all sessions have ended, or until Ctrl-C.")
    private boolean follow;

    @Option(names = "--from-start", description = {
        "For a session that is being recorded, begin with the first event of its recording instead of the next one."})
    private boolean fromStart;

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Option(names = "--idle", paramLabel = "MODE", description = {
        "How to wait for events: ${COMPLETION-CANDIDATES} (default: sleep)."})
    private IdleMode idle = IdleMode.SLEEP;

    List<String> sources() {
        return sources;
    }

    /** Whether to go on when everything was read. */
    public boolean isFollow() {
        return follow;
    }

    boolean isFromStart() {
        return fromStart;
    }

    IdleMode idle() {
        return idle;
    }

    /** Which events are wanted. */
    SelectionOptions selection() {
        return selection;
    }
}
