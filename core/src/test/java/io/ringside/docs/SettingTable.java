package io.ringside.docs;

import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain.Paths;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The settings of a context, as its page and its Javadoc have them. */
public final class SettingTable {
    private SettingTable() {}

    /**
     * Checks that a section of the page, named like the context, is the table of its settings, and that each setter's
     * Javadoc has the default of the table.
     *
     * @param page    of the module
     * @param context with a setter for each setting
     * @param holder  has the settings as constants, in the order of the table
     */
    public static void check(final DocumentPage page, final Class<?> context, final Class<?> holder) {
        final List<Setting> settings = settings(holder);
        assertThat(settings).isNotEmpty();
        page.checkSection(context.getSimpleName(), Setting.table(settings));
        for (final Setting setting : settings) {
            if (!(setting.domain() instanceof Paths)) {
                assertThat(javadoc(context, setting.name())).as(context.getSimpleName() + '.' + setting.name())
                        .contains("default " + setting.defaultText().replace("`", ""));
            }
        }
    }

    private static List<Setting> settings(final Class<?> holder) {
        final List<Setting> settings = new ArrayList<>();
        for (final Field field : holder.getDeclaredFields()) {
            if (field.getType() == Setting.class) {
                field.setAccessible(true);
                try {
                    settings.add((Setting) field.get(null));
                } catch (final IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return settings;
    }

    /** Of a setter, in one line and without tags. */
    private static String javadoc(final Class<?> context, final String setter) {
        final Path source = DocumentPage.moduleDirectory()
                .resolve("src/main/java/" + context.getName().replace('.', '/') + ".java");
        try {
            final String text = Files.readString(source);
            final int end = text.indexOf("public " + context.getSimpleName() + ' ' + setter + '(');
            assertThat(end).as("setter of " + setter).isPositive();
            return text.substring(text.lastIndexOf("/**", end), end).replaceAll("\\s+\\*?\\s*", " ")
                    .replaceAll("\\{@code ([^}]*)}", "$1");
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
