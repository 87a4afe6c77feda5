package io.ringside.internal.callback;

import io.ringside.callback.ControlNotice;
import io.ringside.filter.EnablementFilters;
import io.ringside.session.Composite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The enablements of a provider by all sessions, and the last request for it. Immutable. */
final class ControlState {
    /** No session wants anything. */
    static final ControlState NONE = new ControlState(new TreeMap<>(), null);

    private final SortedMap<Long, SessionEnablement> bySessionId;
    private final @Nullable UUID sourceId;

    private ControlState(final SortedMap<Long, SessionEnablement> bySessionId, final @Nullable UUID sourceId) {
        this.bySessionId = bySessionId;
        this.sourceId = sourceId;
    }

    /** Returns an initial state: there was none before, and no session has made a request. */
    static ControlState first(final List<SessionEnablement> enablements) {
        return of(enablements, null);
    }

    static ControlState of(final List<SessionEnablement> enablements, final @Nullable UUID sourceId) {
        final SortedMap<Long, SessionEnablement> bySessionId = new TreeMap<>();
        enablements.forEach(enablement -> bySessionId.put(enablement.session().sessionId(), enablement));
        return new ControlState(bySessionId, sourceId);
    }

    /** Returns the enablement of a session; null if it has none. */
    @Nullable
    SessionEnablement enablement(final long sessionId) {
        return bySessionId.get(sessionId);
    }

    /** Returns the enablements of all sessions that have one. */
    List<SessionEnablement> enablements() {
        return List.copyOf(bySessionId.values());
    }

    @Nullable
    UUID sourceId() {
        return sourceId;
    }

    int code() {
        return bySessionId.isEmpty() ? ControlNotice.DISABLE_PROVIDER : ControlNotice.ENABLE_PROVIDER;
    }

    Composite composite() {
        return Composite.of(bySessionId.values().stream().map(SessionEnablement::enablement).toList());
    }

    /** Add the filter data of the sessions, to be copied for one call. */
    void addFilterData(final ControlNotice.Builder notice) {
        for (final SessionEnablement enablement : bySessionId.values()) {
            final EnablementFilters.Data data = enablement.enablement().filters().data();
            if (data != null) {
                notice.filterData(enablement.session(), data);
            }
        }
    }

    /**
     * Returns the changes to a later state; empty if there was no request since. The sessions that have disabled the
     * provider come first, in the order of their ids, then the others in the order of their requests, the latest
     * request last.
     */
    List<ControlNotice.SessionChange> changesTo(final ControlState later) {
        final List<Long> sessionIds = new ArrayList<>(bySessionId.keySet());
        sessionIds.removeAll(later.bySessionId.keySet());
        later.bySessionId.values().stream()
                .sorted(Comparator.comparingLong(enablement -> enablement.row().generation()))
                .forEach(enablement -> sessionIds.add(enablement.session().sessionId()));
        final List<ControlNotice.SessionChange> changes = new ArrayList<>();
        for (final long sessionId : sessionIds) {
            final SessionEnablement before = bySessionId.get(sessionId);
            final SessionEnablement after = later.bySessionId.get(sessionId);
            final SessionEnablement either = after == null ? before : after;
            if (either != null && (before == null || after == null || !before.isSame(after))) {
                changes.add(new ControlNotice.SessionChange(either.session(), either.name(),
                        before == null ? null : before.enablement(), after == null ? null : after.enablement()));
            }
        }
        return changes;
    }
}
