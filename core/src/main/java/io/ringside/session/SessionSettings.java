package io.ringside.session;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.internal.session.SessionName;
import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain;
import io.ringside.internal.setting.SettingDomain.Identifier;
import io.ringside.internal.setting.SettingDomain.Numbers;
import io.ringside.internal.setting.SettingDomain.Text;
import io.ringside.internal.setting.SettingDomain.Words;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The name and the settings of a session. Immutable, thus safe to share; made by a {@link Builder} that checks every
 * value against the table {@link Key}.
 *
 * <pre>{@code
 * SessionSettings monday = SessionSettings.builder("monday").lanes(8).build();
 * controller.start(monday);
 * }</pre>
 */
public final class SessionSettings {
    /** The numbering of messages that request a number; each runtime in a process counts for itself. */
    public enum SequenceKind {
        /** Messages have no number. */
        NONE,
        /** The session has its own counter. */
        LOCAL,
        /** All sessions of this kind share a counter. */
        GLOBAL
    }

    private final String name;
    private final Map<Key, Object> values;

    private SessionSettings(final String name, final Map<Key, Object> values) {
        this.name = name;
        this.values = values;
    }

    /**
     * Creates a builder with default settings.
     *
     * @param name of the session: 1 to 1,024 characters, not blank, without control characters. Names that differ only
     *             in letter case are the same name.
     * @return the builder.
     * @throws RingsideException if the name is not allowed.
     */
    public static Builder builder(final String name) {
        return new Builder(SessionName.check(name));
    }

    /** {@return the name as given} */
    public String name() {
        return name;
    }

    /** {@return the identity of the name, which no two sessions may share} */
    public String identity() {
        return SessionName.identity(name);
    }

    /** {@return maximum number of lanes per process} */
    public int lanes() {
        return Math.toIntExact((Long) value(Key.LANES));
    }

    /** {@return ring size of one lane in bytes, a power of two} */
    public int laneBytes() {
        return Math.toIntExact((Long) value(Key.LANE_BYTES));
    }

    /** {@return maximum memory of the session over all processes, in bytes} */
    public long maxBytes() {
        return (Long) value(Key.MAX_BYTES);
    }

    /** {@return treatment of an event when its lane is full} */
    public Overflow overflow() {
        return (Overflow) value(Key.OVERFLOW);
    }

    /** {@return maximum wait of a writer for room, in nanoseconds; only used with {@link Overflow#BLOCK}} */
    public long blockBoundNs() {
        return (Long) value(Key.BLOCK_BOUND_NS);
    }

    /** {@return the clock that stamps the events} */
    public ClockKind clock() {
        return (ClockKind) value(Key.CLOCK);
    }

    /** {@return numbering of messages} */
    public SequenceKind sequence() {
        return (SequenceKind) value(Key.SEQUENCE);
    }

    /** {@return the description of the session; empty if it has none} */
    public String description() {
        return (String) value(Key.DESCRIPTION);
    }

    /** {@return identity of the session; null if none was given; a running session has one} */
    public @Nullable UUID uuid() {
        return identifier(Key.UUID);
    }

    /** {@return location and limits of the recording that its recorder continues; empty if there is none} */
    public String recording() {
        return (String) value(Key.RECORDING);
    }

    /** {@return recordings that were last replayed into it; empty if there are none: see {@code io.ringside.replay}} */
    public String replay() {
        return (String) value(Key.REPLAY);
    }

    /** {@return whether the session is for one process only} */
    public boolean isPrivate() {
        return privateTo() != null;
    }

    /** {@return incarnation of the process that the session is for; null for all processes} */
    public @Nullable UUID privateTo() {
        return identifier(Key.PRIVATE_TO);
    }

    private @Nullable UUID identifier(final Key setting) {
        final UUID value = (UUID) value(setting);
        return value.equals(SettingDomain.Identifier.NONE) ? null : value;
    }

    /**
     * Creates the settings of a private session for one process.
     *
     * @param suffix  of the name, may be empty.
     * @param process incarnation of the process.
     * @return the settings.
     * @throws RingsideException if the name becomes too long.
     */
    public SessionSettings privateTo(final String suffix, final UUID process) {
        final Builder builder = new Builder(SessionName.check(name + suffix));
        builder.values.putAll(values);
        return builder.privateTo(process).build();
    }

    /**
     * Returns these settings with another identity.
     *
     * @param uuid of the session.
     * @return the settings.
     */
    public SessionSettings withUuid(final UUID uuid) {
        return toBuilder().uuid(uuid).build();
    }

    /**
     * Returns the settings after a change of a running session.
     *
     * @param changes text by name of the setting, such as {@code maxBytes}.
     * @return the settings.
     * @throws RingsideException if there is no such setting, if it cannot be changed, or if a value is not
     *     allowed.
     */
    public SessionSettings changed(final Map<String, String> changes) {
        final Builder builder = toBuilder();
        changes.forEach((settingName, text) -> {
            if (!Key.named(settingName).isChangeable()) {
                throw RingsideException.invalidArgument("setting cannot be changed while the session runs: setting="
                        + settingName + ", value=" + text + ", changeable=" + Key.changeableNames());
            }
            builder.set(settingName, text);
        });
        return builder.build();
    }

    /** {@return every setting by its name, as text that {@link Builder#set(String, String)} accepts, in table order} */
    public Map<String, String> asText() {
        final Map<String, String> text = new LinkedHashMap<>();
        for (final Key setting : Key.values()) {
            text.put(setting.settingName(), setting.format(value(setting)));
        }
        return Collections.unmodifiableMap(text);
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof SessionSettings that && name.equals(that.name) && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + values.hashCode();
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("SessionSettings{name=").append(name);
        asText().forEach((setting, value) -> text.append(", ").append(setting).append('=').append(value));
        return text.append('}').toString();
    }

    private Builder toBuilder() {
        final Builder builder = new Builder(name);
        builder.values.putAll(values);
        return builder;
    }

    private Object value(final Key setting) {
        return Objects.requireNonNull(values.get(setting), setting.settingName());
    }

    /** Collects the settings of a session. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private final Map<Key, Object> values = new EnumMap<>(Key.class);

        private Builder(final String name) {
            this.name = name;
            for (final Key setting : Key.values()) {
                values.put(setting, setting.parse(setting.defaultText()));
            }
        }

        /**
         * Sets the maximum number of lanes per process.
         *
         * @param lanes 1..1,024.
         * @return this.
         */
        public Builder lanes(final int lanes) {
            return set(Key.LANES, Integer.toString(lanes));
        }

        /**
         * Sets the ring size of one lane in bytes.
         *
         * @param laneBytes a power of two, 64 KiB to 1 GiB.
         * @return this.
         */
        public Builder laneBytes(final int laneBytes) {
            return set(Key.LANE_BYTES, Integer.toString(laneBytes));
        }

        /**
         * Sets the maximum memory of the session in bytes.
         *
         * @param maxBytes at least one lane.
         * @return this.
         */
        public Builder maxBytes(final long maxBytes) {
            return set(Key.MAX_BYTES, Long.toString(maxBytes));
        }

        /**
         * Sets the treatment of an event when its lane is full.
         *
         * @param overflow treatment of the event.
         * @return this.
         */
        public Builder overflow(final Overflow overflow) {
            return set(Key.OVERFLOW, Key.OVERFLOW.format(overflow));
        }

        /**
         * Sets the maximum wait of a writer for room, with {@link Overflow#BLOCK}.
         *
         * @param blockBoundNs 1 microsecond to 10 seconds, in nanoseconds.
         * @return this.
         */
        public Builder blockBoundNs(final long blockBoundNs) {
            return set(Key.BLOCK_BOUND_NS, Long.toString(blockBoundNs));
        }

        /**
         * Sets the clock.
         *
         * @param clock of the session.
         * @return this.
         */
        public Builder clock(final ClockKind clock) {
            return set(Key.CLOCK, Key.CLOCK.format(clock));
        }

        /**
         * Sets the numbering of messages.
         *
         * @param sequence numbering of messages.
         * @return this.
         */
        public Builder sequence(final SequenceKind sequence) {
            return set(Key.SEQUENCE, Key.SEQUENCE.format(sequence));
        }

        /**
         * Sets the description of the session.
         *
         * @param description at most 1,024 characters.
         * @return this.
         */
        public Builder description(final String description) {
            return set(Key.DESCRIPTION, description);
        }

        /**
         * Sets the identity of the session.
         *
         * @param uuid identity; null to create one when the session starts.
         * @return this.
         */
        public Builder uuid(final @Nullable UUID uuid) {
            return set(Key.UUID,
                    Key.UUID.format(uuid == null ? SettingDomain.Identifier.NONE : uuid));
        }

        /**
         * Sets the process that the session is for.
         *
         * @param process incarnation of the process in the trace directory; null for all processes.
         * @return this.
         */
        public Builder privateTo(final @Nullable UUID process) {
            return set(Key.PRIVATE_TO,
                    Key.PRIVATE_TO.format(process == null ? SettingDomain.Identifier.NONE : process));
        }

        /**
         * Sets by name and text, as a file or a command line has them.
         *
         * @param settingName see {@link Key#settingName()}.
         * @param text        the value.
         * @return this.
         * @throws RingsideException if there is no such setting, or the value is not allowed.
         */
        public Builder set(final String settingName, final String text) {
            return set(Key.named(settingName), text);
        }

        /**
         * Creates the settings.
         *
         * @return the settings.
         * @throws RingsideException if they contradict each other.
         */
        public SessionSettings build() {
            final SessionSettings settings = new SessionSettings(name, new EnumMap<>(values));
            if (settings.maxBytes() < settings.laneBytes()) {
                throw RingsideException.invalidArgument("memory of session is less than one lane: maxBytes="
                        + settings.maxBytes() + ", laneBytes=" + settings.laneBytes());
            }
            return settings;
        }

        private Builder set(final Key setting, final String text) {
            values.put(setting, setting.parse(text));
            return this;
        }
    }

    /** The clock that stamps a session's events. */
    public enum ClockKind {
        /** The monotonic clock that all JVMs of a host share, in nanoseconds. */
        MONOTONIC,
        /** The processor's time-stamp counter, in its ticks, if the machine and the JDK support it. */
        TSC
    }

    /** Treatment of an event for which a lane has no room, chosen by the session. */
    public enum Overflow {
        /** The new event is lost and counted; the writer never waits. */
        DROP_NEWEST,
        /**
         * The oldest events are overwritten in whole blocks and counted: overwrite mode, for a session without a drain.
         */
        DROP_OLDEST,
        /** The writer waits for a bounded time while the session is being drained; else the new event is lost. */
        BLOCK
    }

    /**
     * The settings of a session, with name, default and range of each. Checks, parsing, the text of {@link
     * SessionSettings} and the page {@code transport/docs/settings.md} are derived from this table.
     */
    public enum Key {
        /** Maximum number of lanes per process. */
        LANES("lanes", "64", new Numbers(1, EventLimits.LANES_MAX), false,
                "maximum number of lanes per process; each thread that writes needs one"),
        /** Size of one lane's ring in bytes. */
        LANE_BYTES("laneBytes", "262144", new Numbers(1L << 16, 1L << 30, true), false,
                "size of a lane's ring, in bytes"),
        /** Maximum memory of the session. */
        MAX_BYTES(
                "maxBytes",
                "268435456",
                new Numbers(1L << 16, Long.MAX_VALUE),
                true,
                "limit of the session's memory across all processes, in bytes; at least one lane"),
        /** Treatment of events when a lane is full. */
        OVERFLOW("overflow", "drop-newest", new Words(List.of(SessionSettings.Overflow.values())), false,
                "what happens to an event when its lane is full"),
        /** Maximum wait of a writer. */
        BLOCK_BOUND_NS("blockBoundNs", "100000000", new Numbers(1_000, 10_000_000_000L), false,
                "longest time that a writer waits for room with overflow `block`, in nanoseconds"),
        /** Clock that stamps the events. */
        CLOCK("clock", "monotonic", new Words(List.of(SessionSettings.ClockKind.values())), false,
                "clock that gives events their times"),
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

        Key(
                final String settingName, final String defaultText, final SettingDomain domain,
                final boolean changeable,
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
        public static Key named(final String settingName) {
            for (final Key setting : values()) {
                if (setting.settingName().equals(settingName)) {
                    return setting;
                }
            }
            throw RingsideException.invalidArgument("no such setting of a session: setting=" + settingName);
        }

        /** Returns the names of the settings that may be changed while a session runs, for messages. */
        static List<String> changeableNames() {
            return Arrays.stream(values()).filter(Key::isChangeable).map(Key::settingName).toList();
        }

        Object parse(final String text) {
            return setting.parse(text);
        }

        String format(final Object value) {
            return setting.domain().format(value);
        }
    }
}
