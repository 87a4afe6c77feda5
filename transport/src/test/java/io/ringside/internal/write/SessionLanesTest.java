package io.ringside.internal.write;

import io.ringside.session.SessionSettings;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a pool of lanes keeps for its session beside the lanes. */
class SessionLanesTest {
    private static final long SESSION_ID = 7;

    private final WriteFixture fixture = WriteFixture.withSessions(1);

    @Test
    @DisplayName("R5.15 a session that gets its memory late goes on with the numbers that lost messages have taken")
    void shouldGoOnWithTheNumbersOfTheSameSession() {
        final SessionLanes refused = pool(SESSION_ID, true);
        assertThat(next(refused)).isEqualTo(1);
        assertThat(next(refused)).isEqualTo(2);

        assertThat(next(follow(SESSION_ID, refused))).isEqualTo(3);
        assertThat(next(follow(SESSION_ID + 1, refused))).as("of another session").isEqualTo(1);
        assertThat(next(follow(SESSION_ID, null))).as("of the first pool").isEqualTo(1);
    }

    private SessionLanes follow(final long sessionId, final SessionLanes before) {
        final SessionLanes pool = pool(sessionId, false);
        pool.countFrom(before);
        return pool;
    }

    private SessionLanes pool(final long sessionId, final boolean refused) {
        return new SessionLanes(0, sessionId, 1, refused, fixture.session(0))
                .sequence(SessionSettings.SequenceKind.LOCAL);
    }

    private int next(final SessionLanes pool) {
        return pool.nextNumber(fixture.threads());
    }
}
