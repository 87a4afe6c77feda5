package io.ringside.internal.registry;

import io.ringside.event.EventLimits;
import io.ringside.session.SessionSetting;
import io.ringside.session.SessionSettings;
import io.ringside.session.SessionState;

/** A session's row as text. Stateless. */
final class SessionRowCodec {
    private static final String ID = "id";
    private static final String NAME = "name";
    private static final String SLOT = "slot";
    private static final String STATE = "state";
    private static final String GENERATION = "generation";
    private static final String START_WALL = "start.wallNs";
    private static final String START_MONOTONIC = "start.monotonicNs";
    private static final String CONTROLLER = "controller";
    private static final String FLUSHES = "flushes";
    private static final String SETTING_PREFIX = "setting.";

    private SessionRowCodec() {}

    static RowText encode(final SessionRow row) {
        final RowText text = new RowText()
                .put(ID, row.id())
                .put(NAME, row.name())
                .put(SLOT, row.slot())
                .put(STATE, row.state())
                .put(GENERATION, row.generation())
                .put(START_WALL, row.start().wallNs())
                .put(START_MONOTONIC, row.start().monotonicNs())
                .put(CONTROLLER, row.controller())
                .put(FLUSHES, row.flushes());
        row.settings().asText().forEach((setting, value) -> text.put(SETTING_PREFIX + setting, value));
        return text;
    }

    static SessionRow decode(final RowText text, final long id) {
        text.number(ID, id, id);
        final ClockPair start = new ClockPair(text.number(START_WALL, 0, Long.MAX_VALUE),
                text.number(START_MONOTONIC, Long.MIN_VALUE, Long.MAX_VALUE));
        return new SessionRow(id,
                (int) text.number(SLOT, 0, EventLimits.SESSIONS_MAX - 1),
                state(text),
                text.number(GENERATION, 1, Long.MAX_VALUE),
                settings(text),
                start,
                text.incarnation(CONTROLLER),
                text.number(FLUSHES, 0, Long.MAX_VALUE));
    }

    private static SessionState state(final RowText text) {
        try {
            return SessionState.valueOf(text.text(STATE));
        } catch (final IllegalArgumentException e) {
            throw text.corrupt("unknown " + STATE, e);
        }
    }

    /** Settings that this release does not know are none of its business. */
    private static SessionSettings settings(final RowText text) {
        try {
            final SessionSettings.Builder builder = SessionSettings.builder(text.text(NAME));
            for (final SessionSetting setting : SessionSetting.values()) {
                final String value = text.textOrNull(SETTING_PREFIX + setting.settingName());
                if (value != null) {
                    builder.set(setting.settingName(), value);
                }
            }
            return builder.build();
        } catch (final IllegalArgumentException e) {
            throw text.corrupt("name or settings not allowed", e);
        }
    }
}
