package io.ringside.session;

import io.ringside.RingsideException;
import io.ringside.internal.session.SessionName;
import io.ringside.internal.setting.SettingDomain;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The name and the settings of a session. Immutable, and so safe to share; built by a {@link Builder} that checks every
 * value against the table {@link SessionSetting}.
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
    private final Map<SessionSetting, Object> values;

    private SessionSettings(final String name, final Map<SessionSetting, Object> values) {
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
        return Math.toIntExact((Long) value(SessionSetting.LANES));
    }

    /** {@return ring size of one lane in bytes, a power of two} */
    public int laneBytes() {
        return Math.toIntExact((Long) value(SessionSetting.LANE_BYTES));
    }

    /** {@return maximum memory of the session over all processes, in bytes} */
    public long maxBytes() {
        return (Long) value(SessionSetting.MAX_BYTES);
    }

    /** {@return treatment of an event when its lane is full} */
    public Overflow overflow() {
        return (Overflow) value(SessionSetting.OVERFLOW);
    }

    /** {@return maximum wait of a writer for room, in nanoseconds; only used with {@link Overflow#BLOCK}} */
    public long blockBoundNs() {
        return (Long) value(SessionSetting.BLOCK_BOUND_NS);
    }

    /** {@return the clock that stamps the events} */
    public ClockKind clock() {
        return (ClockKind) value(SessionSetting.CLOCK);
    }

    /** {@return numbering of messages} */
    public SequenceKind sequence() {
        return (SequenceKind) value(SessionSetting.SEQUENCE);
    }

    /** {@return the description of the session; empty if it has none} */
    public String description() {
        return (String) value(SessionSetting.DESCRIPTION);
    }

    /** {@return identity of the session; null if none was given; a running session has one} */
    public @Nullable UUID uuid() {
        return identifier(SessionSetting.UUID);
    }

    /** {@return location and limits of the recording that its recorder continues; empty if there is none} */
    public String recording() {
        return (String) value(SessionSetting.RECORDING);
    }

    /** {@return recordings that were last replayed into it; empty if there are none: see {@code io.ringside.replay}} */
    public String replay() {
        return (String) value(SessionSetting.REPLAY);
    }

    /** {@return whether the session is for one process only} */
    public boolean isPrivate() {
        return privateTo() != null;
    }

    /** {@return incarnation of the process that the session is for; null for all processes} */
    public @Nullable UUID privateTo() {
        return identifier(SessionSetting.PRIVATE_TO);
    }

    private @Nullable UUID identifier(final SessionSetting setting) {
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
            if (!SessionSetting.named(settingName).isChangeable()) {
                throw RingsideException.invalidArgument("setting cannot be changed while the session runs: setting="
                        + settingName + ", value=" + text + ", changeable=" + SessionSetting.changeableNames());
            }
            builder.set(settingName, text);
        });
        return builder.build();
    }

    /** {@return every setting by its name, as text that {@link Builder#set(String, String)} accepts, in table order} */
    public Map<String, String> asText() {
        final Map<String, String> text = new LinkedHashMap<>();
        for (final SessionSetting setting : SessionSetting.values()) {
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

    private Object value(final SessionSetting setting) {
        return Objects.requireNonNull(values.get(setting), setting.settingName());
    }

    /** Collects the settings of a session. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private final Map<SessionSetting, Object> values = new EnumMap<>(SessionSetting.class);

        private Builder(final String name) {
            this.name = name;
            for (final SessionSetting setting : SessionSetting.values()) {
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
            return set(SessionSetting.LANES, Integer.toString(lanes));
        }

        /**
         * Sets the ring size of one lane in bytes.
         *
         * @param laneBytes a power of two, 64 KiB to 1 GiB.
         * @return this.
         */
        public Builder laneBytes(final int laneBytes) {
            return set(SessionSetting.LANE_BYTES, Integer.toString(laneBytes));
        }

        /**
         * Sets the maximum memory of the session in bytes.
         *
         * @param maxBytes at least one lane.
         * @return this.
         */
        public Builder maxBytes(final long maxBytes) {
            return set(SessionSetting.MAX_BYTES, Long.toString(maxBytes));
        }

        /**
         * Sets the treatment of an event when its lane is full.
         *
         * @param overflow treatment of the event.
         * @return this.
         */
        public Builder overflow(final Overflow overflow) {
            return set(SessionSetting.OVERFLOW, SessionSetting.OVERFLOW.format(overflow));
        }

        /**
         * Sets the maximum wait of a writer for room, with {@link Overflow#BLOCK}.
         *
         * @param blockBoundNs 1 microsecond to 10 seconds, in nanoseconds.
         * @return this.
         */
        public Builder blockBoundNs(final long blockBoundNs) {
            return set(SessionSetting.BLOCK_BOUND_NS, Long.toString(blockBoundNs));
        }

        /**
         * Sets the clock.
         *
         * @param clock of the session.
         * @return this.
         */
        public Builder clock(final ClockKind clock) {
            return set(SessionSetting.CLOCK, SessionSetting.CLOCK.format(clock));
        }

        /**
         * Sets the numbering of messages.
         *
         * @param sequence numbering of messages.
         * @return this.
         */
        public Builder sequence(final SequenceKind sequence) {
            return set(SessionSetting.SEQUENCE, SessionSetting.SEQUENCE.format(sequence));
        }

        /**
         * Sets the description of the session.
         *
         * @param description at most 1,024 characters.
         * @return this.
         */
        public Builder description(final String description) {
            return set(SessionSetting.DESCRIPTION, description);
        }

        /**
         * Sets the identity of the session.
         *
         * @param uuid identity; null to create one when the session starts.
         * @return this.
         */
        public Builder uuid(final @Nullable UUID uuid) {
            return set(SessionSetting.UUID,
                    SessionSetting.UUID.format(uuid == null ? SettingDomain.Identifier.NONE : uuid));
        }

        /**
         * Sets the process that the session is for.
         *
         * @param process incarnation of the process in the trace directory; null for all processes.
         * @return this.
         */
        public Builder privateTo(final @Nullable UUID process) {
            return set(SessionSetting.PRIVATE_TO,
                    SessionSetting.PRIVATE_TO.format(process == null ? SettingDomain.Identifier.NONE : process));
        }

        /**
         * Sets a setting by name and text, as in a file or on a command line.
         *
         * @param settingName see {@link SessionSetting#settingName()}.
         * @param text        the value.
         * @return this.
         * @throws RingsideException if there is no such setting, or the value is not allowed.
         */
        public Builder set(final String settingName, final String text) {
            return set(SessionSetting.named(settingName), text);
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

        private Builder set(final SessionSetting setting, final String text) {
            values.put(setting, setting.parse(text));
            return this;
        }
    }
}
