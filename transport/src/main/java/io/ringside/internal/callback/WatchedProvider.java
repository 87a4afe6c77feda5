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

/** A registration with a callback, and what has been posted to it. For the control thread. */
final class WatchedProvider {
    private final Supplier<ProviderSchema> provider;
    private final CallbackRunner runner;
    private final boolean classic;
    private final Map<Long, Period> periods = new HashMap<>();
    /** Generation of the newest known request, by session. */
    private final Map<Long, Long> requests = new HashMap<>();
    /** Posted enablements with regular requests to capture state. */
    private List<SessionEnablement> regular = List.of();
    /** Null before the first rows. */
    private @Nullable ControlState posted;

    /** When a session's next regular request is due. */
    private record Period(long lengthNs, long dueNs) {}

    WatchedProvider(final Supplier<ProviderSchema> provider, final CallbackRunner runner, final boolean classic) {
        this.provider = provider;
        this.runner = runner;
        this.classic = classic;
    }

    /** Whether filters mean nothing for it. */
    boolean isClassic() {
        return classic;
    }

    /** Returns the schema that is known now: traits may come later than its first rows. */
    ProviderSchema schema() {
        return provider.get();
    }

    CallbackRunner runner() {
        return runner;
    }

    /** Whether nothing has been posted to it. */
    boolean isNew() {
        return posted == null;
    }

    /** Returns the enablements that were posted last. */
    List<SessionEnablement> posted() {
        return posted == null ? List.of() : posted.enablements();
    }

    /** Posts what has changed, and new requests after it. */
    void post(final List<SessionEnablement> enablements, final RowSnapshot rows, final long generation) {
        final ControlState before = posted;
        final ControlState after = before == null
                ? ControlState.first(enablements)
                : ControlState.of(enablements, sourceId(before, enablements, rows));
        postState(before == null ? ControlState.NONE : before, after, generation);
        posted = after;
        for (final SessionEnablement enablement : enablements) {
            // Requests that were made before the provider was there are over.
            if (isNewRequest(enablement) && before != null) {
                runner.post(enablement.requested(), generation);
            }
        }
        if (rows.problems().isEmpty()) {
            requests.keySet().removeIf(sessionId -> rows.session(sessionId).isEmpty());
        }
    }

    /** A row may go and come with its old request, as a group leaves out a provider and takes it in again. */
    private boolean isNewRequest(final SessionEnablement enablement) {
        final long generation = enablement.row().captureGeneration();
        final Long known = requests.put(enablement.session().sessionId(), generation);
        return generation > (known == null ? 0 : known);
    }

    /**
     * Posts regular requests that are due, and lets the callback be called if that has yet to be done.
     *
     * @param nowNs of the control thread's clock
     * @return things done
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
            // Requests that were missed by a period or more are not made up for.
            final long nextNs = period.dueNs + lengthNs;
            periods.put(sessionId, new Period(lengthNs, nowNs - nextNs >= 0 ? nowNs + lengthNs : nextNs));
        }
        return isDue;
    }

    /** The session that has asked for the newest change; none if that is an end. */
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
            // A session that is gone has ended last as far as anybody knows.
            final long endedAt = rows.session(sessionId).map(SessionRow::generation).orElse(Long.MAX_VALUE);
            if (!remaining.contains(sessionId) && endedAt > newest) {
                newest = endedAt;
                sourceId = null;
            }
        }
        return sourceId;
    }
}
