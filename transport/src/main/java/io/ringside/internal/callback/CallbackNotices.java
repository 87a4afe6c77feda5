package io.ringside.internal.callback;

import io.ringside.internal.files.FileNames.SessionFileName;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Determines what to report to the callbacks of a process. Used by the control thread, which runs no callback. */
public final class CallbackNotices {
    private final Path directory;
    private final PendingCallbacks pending;
    private final Predicate<Enablement> isForThisProcess;
    private final List<WatchedProvider> watched = new ArrayList<>();
    private long coveredGeneration;

    /**
     * The callbacks of a process, initially none.
     *
     * @param directory        trace directory of the process, without links
     * @param store            publishes which callbacks have not returned
     * @param isForThisProcess whether an enablement's filters accept the process
     */
    public CallbackNotices(final Path directory, final PendingStore store,
            final Predicate<Enablement> isForThisProcess) {
        this.directory = directory;
        this.pending = new PendingCallbacks(store);
        this.isForThisProcess = isForThisProcess;
    }

    /**
     * Add a registered provider with a callback. The next rows are its first.
     *
     * @param provider returns the current schema of the provider
     * @param runner   of the callback
     * @param classic  whether it is a classic provider, to which filters do not apply
     */
    public void add(final Supplier<ProviderSchema> provider, final CallbackRunner runner, final boolean classic) {
        runner.place(directory, provider, pending);
        watched.add(new WatchedProvider(provider, runner, classic));
    }

    /**
     * Remove a registration that has ended.
     *
     * @param runner of the callback
     */
    public void remove(final CallbackRunner runner) {
        runner.end();
        watched.removeIf(one -> one.runner() == runner);
    }

    /**
     * Post the changes of rows, before any of them is acknowledged, so that a process that sees the acknowledgement
     * also sees the pending callbacks. No callback is called before {@link #deliver}.
     *
     * @param rows       rows that are being applied
     * @param sessions   sessions of the rows that are attached in this process
     * @param generation generation that the rows cover
     */
    public void post(final RowSnapshot rows, final List<SessionRow> sessions, final long generation) {
        for (final WatchedProvider one : watched) {
            // Earlier changes are already pending, or have been reported.
            one.post(enablements(one, rows, sessions), rows, coveredGeneration + 1);
        }
        coveredGeneration = Math.max(coveredGeneration, generation);
    }

    /**
     * Post the rows to providers that were added since; all others have followed them already. No callback is called
     * before {@link #deliver}.
     *
     * @param rows     rows that are being applied
     * @param sessions sessions of the rows that are attached in this process
     */
    public void postFirst(final RowSnapshot rows, final List<SessionRow> sessions) {
        for (final WatchedProvider one : watched) {
            if (one.isNew()) {
                one.post(enablements(one, rows, sessions), rows, coveredGeneration + 1);
            }
        }
    }

    /**
     * Call the callbacks for which there is something to report. Called in each cycle, after the sessions' lanes exist.
     *
     * @param nowNs monotonic time, for regular requests
     * @return amount of work done
     */
    public int deliver(final long nowNs) {
        int work = 0;
        for (final WatchedProvider one : watched) {
            work += one.deliver(nowNs);
        }
        return work;
    }

    private List<SessionEnablement> enablements(final WatchedProvider one, final RowSnapshot rows,
            final List<SessionRow> sessions) {
        final ProviderSchema provider = one.schema();
        final List<SessionEnablement> enablements = new ArrayList<>();
        for (final SessionRow session : sessions) {
            final Optional<EnablementRow> row = rows.deciding(session, provider)
                    .filter(deciding -> one.isClassic() || isForThisProcess.test(deciding.enablement()));
            row.ifPresent(deciding -> enablements.add(new SessionEnablement(
                    new WriteOptions.Target(session.slot(), session.id()), session.name(), deciding)));
        }
        if (!rows.problems().isEmpty()) {
            keepUnreadable(one, rows, enablements);
        }
        return enablements;
    }

    /** Keeps the posted enablements whose rows cannot be read now. */
    private static void keepUnreadable(final WatchedProvider one, final RowSnapshot rows,
            final List<SessionEnablement> enablements) {
        for (final SessionEnablement posted : one.posted()) {
            final long sessionId = posted.session().sessionId();
            final boolean isAbsent = enablements.stream().noneMatch(known -> known.session().sessionId() == sessionId);
            if (isAbsent && (isDamaged(rows, sessionId) || !rows.damagedEnablements(sessionId).isEmpty())) {
                enablements.add(posted);
            }
        }
    }

    private static boolean isDamaged(final RowSnapshot rows, final long sessionId) {
        return rows.damagedSessions().stream().anyMatch(problem -> {
            final SessionFileName name = SessionFileName.parse(String.valueOf(problem.path().getFileName()));
            return name != null && name.sessionId() == sessionId;
        });
    }
}
