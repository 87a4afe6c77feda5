package io.ringside.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads single numbers out of lines of JSON. */
public final class JsonNumbers {
    private JsonNumbers() {}

    /** The first number of that name, at any depth. */
    public static long number(final String json, final String key) {
        final Matcher member = Pattern.compile("\"" + key + "\":(-?\\d+)[,}\\]]").matcher(json);
        assertThat(member.find()).as("%s in %s", key, json).isTrue();
        return Long.parseLong(member.group(1));
    }
}
