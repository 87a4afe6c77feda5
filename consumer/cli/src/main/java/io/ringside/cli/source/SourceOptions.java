package io.ringside.cli.source;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of all commands that read events. */
public final class SourceOptions {
    @Parameters(paramLabel = "SOURCE", arity = "1..*", converter = SourceConverter.class, description = {
        "Names of sessions and folders of recordings: the events of all come in one order of time."})
    private List<String> sources = new ArrayList<>();

    @Option(names = "--follow", description = "Go on until all sessions have ended, or Ctrl-C.")
    private boolean follow;

    @Option(names = "--from-start", description = {
        "Of a session that is recorded: begin with its recording's first event, not with what comes now."})
    private boolean fromStart;

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Option(names = "--idle", paramLabel = "MODE", description = {
        "What to do while nothing comes: ${COMPLETION-CANDIDATES} (default: sleep)."})
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
