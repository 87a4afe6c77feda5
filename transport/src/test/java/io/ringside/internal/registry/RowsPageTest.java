package io.ringside.internal.registry;

import io.ringside.session.LossCause;
import io.ringside.session.SessionInfo;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of rows names every key, so that a reader in another language can be written from it. */
class RowsPageTest {
    private static final String PAGE = page();

    @Test
    void shouldNameEveryKey() throws IllegalAccessException {
        int keys = 0;
        for (final Field field : RowCodec.class.getDeclaredFields()) {
            if (field.getType() == String.class && !field.getName().equals("SEPARATOR")) {
                field.setAccessible(true);
                final String key = String.valueOf(field.get(null));
                assertThat(PAGE).as(field.getName()).contains(key);
                assertThat(PAGE.contains("`" + key) || field.getName().startsWith("SUFFIX_")
                        || PAGE.contains("`" + key + ".")).as(field.getName()).isTrue();
                keys++;
            }
        }
        assertThat(keys).isGreaterThan(40);
    }

    @Test
    void shouldNameStatesAndCauses() {
        for (final SessionInfo.State state : List.of(SessionInfo.State.values())) {
            assertThat(PAGE).contains("`" + state + "`");
        }
        for (final LossCause cause : LossCause.values()) {
            assertThat(PAGE).contains("`" + cause.jsonName() + "`");
        }
    }

    @Test
    void shouldSayHowLongARowMayBe() {
        assertThat(PAGE).contains("at most " + RowText.MAX_LENGTH / (1024 * 1024) + " MiB");
    }

    private static String page() {
        try {
            return Files.readString(Path.of("docs", "layout-rows.md"));
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
