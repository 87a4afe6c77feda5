package io.ringside.internal.setting;

import io.ringside.RingsideException;
import java.util.List;
import java.util.Locale;

/**
 * Definition of a setting. Its check by a setter, its system property and environment variable, messages, and the
 * tables of the documentation are derived from it. Immutable.
 *
 * @param name        name as used by setters and messages, with its unit: {@code closeTimeoutNs}
 * @param domain      allowed values
 * @param defaultText default in the domain's notation, or words if it depends on the machine or on other settings
 * @param property    system property, which determines the environment variable's name; empty if there is none
 * @param meaning     effect of the setting, for the documentation
 */
public record Setting(String name, SettingDomain domain, String defaultText, String property, String meaning) {
    /** Creates a setting that only the application sets. */
    public Setting(final String name, final SettingDomain domain, final String defaultText, final String meaning) {
        this(name, domain, defaultText, "", meaning);
    }

    /** {@return the default, for a setting whose default is a value rather than words} */
    public Object defaultValue() {
        return parse(defaultText);
    }

    /** {@return the default of a setting whose value is a number or a duration in nanoseconds} */
    public long defaultNumber() {
        return (Long) defaultValue();
    }

    /**
     * Parses a value.
     *
     * @param text text as in files and command lines.
     * @return the value.
     * @throws RingsideException if it is not allowed.
     */
    public Object parse(final String text) {
        final Object value = domain.parse(text);
        if (value == null) {
            throw RingsideException.invalidArgument(name + '=' + text + ": expected " + domain.describe());
        }
        return value;
    }

    /**
     * Checks a number, or a duration in nanoseconds.
     *
     * @param value to check.
     * @return the value.
     * @throws RingsideException if it is not allowed.
     */
    public long check(final long value) {
        if (!domain.allows(value)) {
            throw RingsideException.invalidArgument(name + '=' + value + ": expected " + domain.describe());
        }
        return value;
    }

    /**
     * Checks a number.
     *
     * @param value to check.
     * @return the value.
     * @throws RingsideException if it is not allowed.
     */
    public int check(final int value) {
        return (int) check((long) value);
    }

    /**
     * {@return the name of the environment variable that applies if the property is not set; empty if there is none}
     */
    public String variable() {
        return property.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /**
     * Returns a table for a page of the documentation.
     *
     * @param settings settings, one for each row.
     * @return Markdown.
     */
    public static String table(final List<Setting> settings) {
        final StringBuilder table = new StringBuilder("""
                | setting | unit | default | allowed | meaning | system property | environment |
                |---|---|---|---|---|---|---|
                """);
        for (final Setting setting : settings) {
            table.append("| `").append(setting.name).append("` | ").append(setting.unit()).append(" | ")
                    .append(setting.defaultText).append(" | ").append(setting.domain.describe().replace("|", "\\|"))
                    .append(" | ").append(setting.meaning).append(" | ").append(code(setting.property)).append(" | ")
                    .append(code(setting.variable())).append(" |\n");
        }
        return table.toString();
    }

    private String unit() {
        return name.endsWith("Ns") ? "ns" : name.endsWith("Bytes") ? "bytes" : "";
    }

    private static String code(final String text) {
        return text.isEmpty() ? "" : '`' + text + '`';
    }
}
