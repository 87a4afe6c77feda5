package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.event.EventLimits;
import io.ringside.internal.machine.TscClock;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.EnableProperty;
import io.ringside.session.SessionSettings;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Finds sessions, and free slots for them, among rows. Names are compared without letter case. Stateless. */
final class Sessions {
    private static final UUID NULL_PROVIDER_ID = new UUID(0, 0);

    private Sessions() {}

    static SessionRow requireRunning(final RowSnapshot rows, final String name) {
        final SessionRow session = rows.requireSession(name);
        if (!session.isRunning()) {
            throw new RingsideException(ErrorCode.BUSY,
                    "session is ending: name=" + session.name() + ", id=" + session.id() + ": wait for its end");
        }
        return session;
    }

    static SessionRow requireRunning(final RowSnapshot rows, final long sessionId) {
        return requireRunning(rows, rows.session(sessionId).orElseThrow(() -> new RingsideException(
                ErrorCode.NOT_FOUND, "no such session: id=" + sessionId + ", sessions=" + rows.sessionNames()
                        + ": it has ended"))
                .name());
    }

    /** Requires that neither the name nor the identity of a session is in use. */
    static void requireFree(final RowSnapshot rows, final SessionSettings settings) {
        rows.sessions().stream()
                .filter(session -> settings.uuid() != null
                        && settings.uuid().equals(session.settings().uuid()))
                .findFirst().ifPresent(session -> {
                    throw new RingsideException(ErrorCode.ALREADY_EXISTS, "session of this identity exists: uuid="
                            + settings.uuid() + ", name=" + session.name() + ": stop it first, or give another");
                });
        rows.session(settings.name()).ifPresent(session -> {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "session exists: name=" + session.name() + ", id="
                    + session.id() + ", state=" + session.state() + ": stop it first, or use another name");
        });
    }

    /** Rejects a clock that this machine lacks, or that this JVM may not read. */
    static void requireClock(final SessionSettings settings) {
        final String refusal = settings.clock() == SessionSettings.ClockKind.TSC ? TscClock.refusal() : null;
        if (refusal != null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "session cannot have that clock: session="
                    + settings.name() + ", clock=tsc, reason=" + refusal + "; or use clock=monotonic");
        }
    }

    /** Rejects the id of all zeros, which is not a provider. */
    static void requireProvider(final UUID providerId) {
        if (providerId.equals(NULL_PROVIDER_ID)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "provider has no id: provider=" + providerId + ": name one");
        }
    }

    /** Rejects groups of providers for private sessions. */
    static void requirePossible(final SessionSettings settings, final EnableRequest request) {
        if (settings.isPrivate() && request.enablement().has(EnableProperty.PROVIDER_GROUP)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "private session cannot enable a group: session="
                    + settings.name() + ", group=" + request.providerId()
                    + ": enable its providers, or start a session that is not private");
        }
    }

    /** Requires that a process has room for another private session. */
    static void requirePrivateRoom(final RowSnapshot rows, final SessionSettings settings) {
        if (!settings.isPrivate()) {
            return;
        }
        final List<String> holders = rows.sessions().stream()
                .filter(session -> Objects.equals(session.settings().privateTo(), settings.privateTo()))
                .map(SessionRow::name).toList();
        if (holders.size() >= EventLimits.PRIVATE_SESSIONS_PER_PROCESS_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "process has reached its limit of private sessions: process="
                    + settings.privateTo() + ", max=" + EventLimits.PRIVATE_SESSIONS_PER_PROCESS_MAX + ", sessions="
                    + holders + ": stop one of them");
        }
    }

    /** Returns a slot that no session has, not even one that is ending. */
    static int freeSlot(final RowSnapshot rows) {
        if (!rows.damagedSessions().isEmpty()) {
            throw new RingsideException(ErrorCode.CORRUPT,
                    "rows of sessions cannot be read, so no slot is known to be free: problems="
                            + rows.damagedSessions()
                            + ": correct what they name");
        }
        final BitSet taken = new BitSet();
        rows.sessions().forEach(session -> taken.set(session.slot()));
        final int slot = taken.nextClearBit(0);
        if (slot >= EventLimits.SESSIONS_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "all session slots are in use: slots="
                    + EventLimits.SESSIONS_MAX + ", sessions=" + rows.sessionNames() + ": stop one of them");
        }
        return slot;
    }
}
