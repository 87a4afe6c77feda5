package io.ringside.session;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain;
import io.ringside.internal.setting.SettingDomain.Identifier;
import io.ringside.internal.setting.SettingDomain.Numbers;
import io.ringside.internal.setting.SettingDomain.Text;
import io.ringside.internal.setting.SettingDomain.Words;
import java.util.Arrays;
import java.util.List;

/**
 * The settings of a session, with name, default and range of each. Checks, parsing, the text of {@link SessionSettings}
 * and the page {@code transport/docs/settings.md} are derived from this table.
 */
public enum SessionSetting {
    /** Maximum number of lanes per process. */
    LANES("lanes", "64", new Numbers(1, EventLimits.LANES_MAX), false,
            "maximum number of lanes per process; each thread that writes needs one"),
    /** Size of one lane's ring in bytes. */
    LANE_BYTES("laneBytes", "262144", new Numbers(1L << 16, 1L << 30, true), false, "size of a lane's ring, in bytes"),
    /** Maximum memory of the session. */
    MAX_BYTES(
            "maxBytes",
            "268435456",
            new Numbers(1L << 16, Long.MAX_VALUE),
            true,
            "limit of the session's memory across all processes, in bytes; at least one lane"),
    /** Treatment of events when a lane is full. */
    OVERFLOW("overflow", "drop-newest", new Words(List.of(Overflow.values())), false,
            "what happens to an event when its lane is full"),
    /** Maximum wait of a writer. */
    BLOCK_BOUND_NS("blockBoundNs", "100000000", new Numbers(1_000, 10_000_000_000L), false,
            "longest time that a writer waits for room with overflow `block`, in nanoseconds"),
    /** Clock that stamps the events. */
    CLOCK("clock", "monotonic", new Words(List.of(ClockKind.values())), false, "clock that gives events their times"),
    /** Numbering of messages. */
    SEQUENCE("sequence", "none", new Words(List.of(SessionSettings.SequenceKind.values())), false,
            "how each `Ringside` object numbers messages of classic providers: per session, or across sessions"),
    /** Purpose of the session, as text. */
    DESCRIPTION("description", "", new Text(1_024), true, "text that describes the session"),
    /** Identity of the session. */
    UUID("uuid", "", new Identifier(), false,
            "globally unique id of the session; generated at its start unless given"),
    /** The process that a private session is for. */
    PRIVATE_TO("privateTo", "", new Identifier(), false,
            "incarnation of the only process that the session is for; unless given, it is for all processes"),
    /** Recording that the session's recorder continues. */
    RECORDING("recording", "", new Text(5_000), true,
            "folder and limits of the session's recording, as set by `ringside update --to`"),
    /** Recordings that were replayed into the session. */
    REPLAY("replay", "", new Text(5_000), true,
            "recordings that were replayed into the session last, as set by `ringside replay`; empty if none were");

    // A domain is a record of unmodifiable values; declaring this to Error Prone would need one more library.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Setting setting;
    private final boolean changeable;

    SessionSetting(
            final String settingName, final String defaultText, final SettingDomain domain, final boolean changeable,
            final String meaning) {
        this.setting = new Setting(settingName, domain, defaultText, meaning);
        this.changeable = changeable;
    }

    /** {@return the name of the setting in files, messages and JSON} */
    public String settingName() {
        return setting.name();
    }

    /** {@return the default as text} */
    public String defaultText() {
        return setting.defaultText();
    }

    /** {@return a description of the allowed values} */
    public String range() {
        return setting.domain().describe();
    }

    /** {@return whether it may be changed while the session runs} */
    public boolean isChangeable() {
        return changeable;
    }

    /** {@return a description of the setting's effect} */
    public String meaning() {
        return setting.meaning();
    }

    /**
     * Finds a setting.
     *
     * @param settingName such as {@code laneBytes}.
     * @return the setting.
     * @throws RingsideException if there is no setting of that name.
     */
    public static SessionSetting named(final String settingName) {
        for (final SessionSetting setting : values()) {
            if (setting.settingName().equals(settingName)) {
                return setting;
            }
        }
        throw RingsideException.invalidArgument("no such setting of a session: setting=" + settingName);
    }

    /** Returns the names of the settings that may be changed while a session runs, for messages. */
    static List<String> changeableNames() {
        return Arrays.stream(values()).filter(SessionSetting::isChangeable).map(SessionSetting::settingName).toList();
    }

    Object parse(final String text) {
        return setting.parse(text);
    }

    String format(final Object value) {
        return setting.domain().format(value);
    }
}
