package io.ringside.internal.callback;

import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A registration with a callback, and the entries that have been posted to it. Used by the control thread. */
final class WatchedProvider {
    private final Supplier<ProviderSchema> provider;
    private final CallbackRunner runner;
    private final boolean classic;
    private final Map<Long, Period> periods = new HashMap<>();
    /** Generation of the newest known request, by session id. */
    private final Map<Long, Long> requests = new HashMap<>();
    /** Posted enablements with regular requests to capture state. */
    private List<SessionEnablement> regular = List.of();
    /** Null before the first rows. */
    private @Nullable ControlState posted;

    /** The period of a session's regular requests, and the time of the next one. */
    private record Period(long lengthNs, long dueNs) {}

    WatchedProvider(final Supplier<ProviderSchema> provider, final CallbackRunner runner, final boolean classic) {
        this.provider = provider;
        this.runner = runner;
        this.classic = classic;
    }

    /** Returns whether filters do not apply to the provider. */
    boolean isClassic() {
        return classic;
    }

    /** Returns the current schema, to which traits may have been added after the first rows. */
    ProviderSchema schema() {
        return provider.get();
    }

    CallbackRunner runner() {
        return runner;
    }

    /** Returns whether nothing has been posted yet. */
    boolean isNew() {
        return posted == null;
    }

    /** Returns the enablements that were posted last. */
    List<SessionEnablement> posted() {
        return posted == null ? List.of() : posted.enablements();
    }

    /** Posts the changed enablements, followed by new requests. */
    void post(final List<SessionEnablement> enablements, final RowSnapshot rows, final long generation) {
        final ControlState before = posted;
        final ControlState after = before == null
                ? ControlState.first(enablements)
                : ControlState.of(enablements, sourceId(before, enablements, rows));
        postState(before == null ? ControlState.NONE : before, after, generation);
        posted = after;
        for (final SessionEnablement enablement : enablements) {
            // Requests that were made before the provider was registered are over.
            if (isNewRequest(enablement) && before != null) {
                runner.post(enablement.requested(), generation);
            }
        }
        if (rows.problems().isEmpty()) {
            requests.keySet().removeIf(sessionId -> rows.session(sessionId).isEmpty());
        }
    }

    /** Returns whether a request is new. A row excluded from a group may return later with its old request. */
    private boolean isNewRequest(final SessionEnablement enablement) {
        final long generation = enablement.row().captureGeneration();
        final Long known = requests.put(enablement.session().sessionId(), generation);
        return generation > (known == null ? 0 : known);
    }

    /**
     * Posts regular requests that are due, and lets the callback be called if that is still to be done.
     *
     * @param nowNs time of the control thread's clock
     * @return amount of work done
     */
    int deliver(final long nowNs) {
        int work = 0;
        for (final SessionEnablement enablement : regular) {
            if (isDue(enablement, nowNs)) {
                runner.post(enablement.regular(), NoticeQueue.NO_CHANGE);
                work++;
            }
        }
        if (runner.pendingGeneration() != NoticeQueue.NULL_GENERATION && runner.deliver()) {
            work++;
        }
        return work;
    }

    private void postState(final ControlState before, final ControlState after, final long generation) {
        regular = after.enablements().stream()
                .filter(enablement -> enablement.row().orders().capturePeriodNs() > 0).toList();
        periods.keySet().retainAll(regular.stream().map(enablement -> enablement.session().sessionId()).toList());
        if (!before.changesTo(after).isEmpty()) {
            runner.post(after, generation);
        }
    }

    private boolean isDue(final SessionEnablement enablement, final long nowNs) {
        final long lengthNs = enablement.row().orders().capturePeriodNs();
        final long sessionId = enablement.session().sessionId();
        final Period period = periods.get(sessionId);
        if (period == null || period.lengthNs != lengthNs) {
            periods.put(sessionId, new Period(lengthNs, nowNs + lengthNs));
            return false;
        }
        final boolean isDue = nowNs - period.dueNs >= 0;
        if (isDue) {
            // Requests that were missed by a period or more are skipped.
            final long nextNs = period.dueNs + lengthNs;
            periods.put(sessionId, new Period(lengthNs, nowNs - nextNs >= 0 ? nowNs + lengthNs : nextNs));
        }
        return isDue;
    }

    /** Returns the id of the session that made the newest change; none if that change is an end. */
    private static @Nullable UUID sourceId(final ControlState before, final List<SessionEnablement> enablements,
            final RowSnapshot rows) {
        @Nullable
        UUID sourceId = before.sourceId();
        long newest = 0;
        final List<Long> remaining = new ArrayList<>();
        for (final SessionEnablement enablement : enablements) {
            final long sessionId = enablement.session().sessionId();
            final SessionEnablement earlier = before.enablement(sessionId);
            remaining.add(sessionId);
            if ((earlier == null || !earlier.isSame(enablement)) && enablement.row().generation() > newest) {
                newest = enablement.row().generation();
                sourceId = enablement.row().sourceId();
            }
        }
        for (final SessionEnablement ended : before.enablements()) {
            final long sessionId = ended.session().sessionId();
            // A session that is gone counts as having ended last.
            final long endedAt = rows.session(sessionId).map(SessionRow::generation).orElse(Long.MAX_VALUE);
            if (!remaining.contains(sessionId) && endedAt > newest) {
                newest = endedAt;
                sourceId = null;
            }
        }
        return sourceId;
    }
}
