package io.ringside.transport.control;

import io.ringside.event.EventLimits;
import io.ringside.session.SessionName;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.rows.RowSnapshot;
import io.ringside.transport.rows.SessionRow;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds sessions and room for them among rows. Names are compared without letter case (R4.1). Stateless. */
final class Sessions {
    private Sessions() {}

    static Optional<SessionRow> find(final RowSnapshot rows, final String name) {
        final String identity = SessionName.identity(name);
        return rows.sessions().stream().filter(session -> session.settings().identity().equals(identity)).findFirst();
    }

    static SessionRow require(final RowSnapshot rows, final String name) {
        return find(rows, name).orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                "no such session: name=" + name + ", sessions=" + names(rows) + ": start it first"));
    }

    static SessionRow requireRunning(final RowSnapshot rows, final String name) {
        final SessionRow session = require(rows, name);
        if (!session.isRunning()) {
            throw new RingsideException(ErrorCode.BUSY,
                    "session is ending: name=" + session.name() + ", id=" + session.id() + ": wait for its end");
        }
        return session;
    }

    static void requireFree(final RowSnapshot rows, final String name) {
        find(rows, name).ifPresent(session -> {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "session exists: name=" + session.name() + ", id="
                    + session.id() + ", state=" + session.state() + ": stop it first, or use another name");
        });
    }

    /** A slot that no session has, not even one that is ending. */
    static int freeSlot(final RowSnapshot rows) {
        if (!rows.damagedSessions().isEmpty()) {
            throw new RingsideException(ErrorCode.CORRUPT,
                    "rows of sessions cannot be read, so nobody knows their slots: " + rows.damagedSessions());
        }
        final BitSet taken = new BitSet();
        rows.sessions().forEach(session -> taken.set(session.slot()));
        final int slot = taken.nextClearBit(0);
        if (slot >= EventLimits.SESSIONS_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "all slots of sessions are taken: slots="
                    + EventLimits.SESSIONS_MAX + ", sessions=" + names(rows) + ": stop one of them");
        }
        return slot;
    }

    private static String names(final RowSnapshot rows) {
        return rows.sessions().stream()
                .map(session -> session.isRunning() ? session.name() : session.name() + " (ending)")
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
