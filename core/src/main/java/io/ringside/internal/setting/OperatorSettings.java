package io.ringside.internal.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Settings made by the operator of an application: a system property such as {@code ringside.spare.lanes}, else an
 * environment variable such as {@code RINGSIDE_SPARE_LANES}. An invalid value never prevents the application from
 * running: the default is used, and a problem recorded. Not thread-safe.
 */
public final class OperatorSettings {
    private final UnaryOperator<@Nullable String> properties;
    private final UnaryOperator<@Nullable String> environment;
    private final List<String> problems = new ArrayList<>();

    /** Creates the settings of this process. */
    public OperatorSettings() {
        this(System::getProperty, System::getenv);
    }

    /**
     * Creates settings for a test.
     *
     * @param properties  returns the value of a system property; null if it is not set
     * @param environment returns the value of an environment variable; null if it is not set
     */
    public OperatorSettings(
            final UnaryOperator<@Nullable String> properties, final UnaryOperator<@Nullable String> environment) {
        this.properties = properties;
        this.environment = environment;
    }

    /** Returns the operator's value of a setting; null if it is not set or blank. */
    public @Nullable String text(final Setting setting) {
        final String property = properties.apply(setting.property());
        final String found = isSet(property) ? property : environment.apply(setting.variable());
        return isSet(found) ? found : null;
    }

    /** Returns the operator's number or duration, else the default of the setting. */
    public long number(final Setting setting) {
        return number(setting, setting.defaultNumber());
    }

    /**
     * Returns the operator's number or duration, else a default that is not part of the setting.
     *
     * @param setting to read
     * @param absent  value to return if the setting is not set, or invalid
     * @return the number, in nanoseconds for a duration
     */
    public long number(final Setting setting, final long absent) {
        final String text = text(setting);
        if (text == null) {
            return absent;
        }
        final Object value = setting.domain().parse(text.strip());
        if (value == null) {
            final String name = isSet(properties.apply(setting.property())) ? setting.property() : setting.variable();
            problems.add(name + '=' + text.strip() + ": expected " + setting.domain().describeText()
                    + "; using the default " + setting.domain().format(absent));
            return absent;
        }
        return (Long) value;
    }

    /** Returns the problems with invalid values, one sentence each. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    private static boolean isSet(final @Nullable String text) {
        return text != null && !text.isBlank();
    }
}
