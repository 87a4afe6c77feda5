package io.ringside.session;

import io.ringside.RingsideException;
import io.ringside.docs.DocumentPage;
import io.ringside.internal.session.SessionName;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SessionSettingsTest {
    @Test
    void shouldHaveDefaults() {
        final SessionSettings settings = SessionSettings.builder("orders").build();

        assertThat(settings.name()).isEqualTo("orders");
        assertThat(settings.lanes()).isEqualTo(64);
        assertThat(settings.laneBytes()).isEqualTo(256 * 1024);
        assertThat(settings.maxBytes()).isEqualTo(256L * 1024 * 1024);
        assertThat(settings.overflow()).isEqualTo(SessionSettings.Overflow.DROP_NEWEST);
        assertThat(settings.blockBoundNs()).isEqualTo(100_000_000);
        assertThat(settings.clock()).isEqualTo(SessionSettings.ClockKind.MONOTONIC);
        assertThat(settings.sequence()).isEqualTo(SessionSettings.SequenceKind.NONE);
        assertThat(settings.description()).isEmpty();
        assertThat(settings.uuid()).isNull();
    }

    @Test
    void shouldKeepWhatWasSet() {
        final SessionSettings settings = SessionSettings.builder("orders")
                .lanes(8)
                .laneBytes(1 << 20)
                .maxBytes(1L << 33)
                .overflow(SessionSettings.Overflow.BLOCK)
                .blockBoundNs(250_000_000)
                .clock(SessionSettings.ClockKind.TSC)
                .sequence(SessionSettings.SequenceKind.LOCAL)
                .description("all orders")
                .build();

        assertThat(settings)
                .hasToString("SessionSettings{name=orders, lanes=8, laneBytes=1048576, maxBytes=8589934592,"
                        + " overflow=block, blockBoundNs=250000000, clock=tsc, sequence=local,"
                        + " description=all orders, uuid=, privateTo=, recording=, replay=}");
        assertThat(settings.lanes()).isEqualTo(8);
        assertThat(settings.laneBytes()).isEqualTo(1 << 20);
        assertThat(settings.maxBytes()).isEqualTo(1L << 33);
        assertThat(settings.overflow()).isEqualTo(SessionSettings.Overflow.BLOCK);
        assertThat(settings.blockBoundNs()).isEqualTo(250_000_000);
        assertThat(settings.clock()).isEqualTo(SessionSettings.ClockKind.TSC);
        assertThat(settings.description()).isEqualTo("all orders");
    }

    @Test
    void shouldComeBackFromItsText() {
        final SessionSettings settings = SessionSettings.builder("orders")
                .lanes(3)
                .overflow(SessionSettings.Overflow.DROP_OLDEST)
                .description("a=b, c")
                .build();
        final SessionSettings.Builder again = SessionSettings.builder("orders");

        settings.asText().forEach(again::set);

        assertThat(again.build()).isEqualTo(settings).hasSameHashCodeAs(settings);
        assertThat(SessionSettings.builder("other").build()).isNotEqualTo(settings);
        assertThat(SessionSettings.builder("orders").build()).isNotEqualTo(settings);
    }

    @ParameterizedTest
    @EnumSource(SessionSettings.Key.class)
    void shouldHaveADefaultThatIsAllowed(final SessionSettings.Key setting) {
        assertThat(SessionSettings.builder("s").build().asText())
                .containsEntry(setting.settingName(), setting.defaultText());
        assertThat(SessionSettings.Key.named(setting.settingName())).isSameAs(setting);
    }

    @ParameterizedTest
    @CsvSource({
        "lanes, 1", "lanes, 1024",
        "laneBytes, 65536", "laneBytes, 1073741824",
        "maxBytes, 9223372036854775807",
        "overflow, drop-newest", "overflow, drop-oldest", "overflow, block",
        "blockBoundNs, 1000", "blockBoundNs, 10000000000",
        "clock, monotonic", "clock, tsc",
    })
    void shouldTakeTheEndsOfEveryRange(final String setting, final String value) {
        final SessionSettings settings = SessionSettings.builder("s")
                .maxBytes(Long.MAX_VALUE)
                .set(setting, value)
                .build();

        assertThat(settings.asText()).containsEntry(setting, value);
    }

    @ParameterizedTest
    @CsvSource({
        "lanes, 0", "lanes, 1025", "lanes, -1", "lanes, many", "lanes, ''", "lanes, 99999999999999999999",
        "laneBytes, 65535", "laneBytes, 32768", "laneBytes, 98304", "laneBytes, 2147483648", "laneBytes, 1073741825",
        "maxBytes, 65535", "maxBytes, 1e9",
        "overflow, DROP_NEWEST", "overflow, ''",
        "blockBoundNs, 999", "blockBoundNs, 10000000001",
        "clock, wall",
        "uuid, 7", "uuid, 1-1-1-1-1", "uuid, 22fb2cd6-0e7b-422b-a0c7-2fad1fd0e71",
    })
    void shouldRefuseWhatIsOutOfRange(final String setting, final String value) {
        final SessionSettings.Builder builder = SessionSettings.builder("s");

        assertThatThrownBy(() -> builder.set(setting, value))
                .isInstanceOf(RingsideException.class)
                .hasMessage(setting + '=' + value + ": expected " + SessionSettings.Key.named(setting).range());
    }

    @Test
    void shouldRefuseADescriptionThatIsTooLongOrBreaksALine() {
        final SessionSettings.Builder builder = SessionSettings.builder("s");

        assertThat(builder.description("x".repeat(1_024)).build().description()).hasSize(1_024);
        assertThatThrownBy(() -> builder.description("x".repeat(1_025))).hasMessageContaining("at most 1024");
        assertThatThrownBy(() -> builder.description("a\nb")).hasMessageContaining("no control characters");
    }

    @Test
    void shouldRefuseAnUnknownSetting() {
        assertThatThrownBy(() -> SessionSettings.builder("s").set("lane", "1"))
                .hasMessage("no such setting of a session: setting=lane");
    }

    @Test
    @DisplayName("R4.8 what may change of a running session changes, everything else is refused by its name")
    void shouldChangeWhatMayChangeOnly() {
        final SessionSettings settings = SessionSettings.builder("s").lanes(3).build();

        assertThat(settings.changed(Map.of("maxBytes", "1048576", "description", "later")))
                .isEqualTo(SessionSettings.builder("s").lanes(3).maxBytes(1 << 20).description("later").build());
        assertThat(settings.changed(Map.of())).isEqualTo(settings);
        for (final SessionSettings.Key setting : SessionSettings.Key.values()) {
            if (!setting.isChangeable()) {
                assertThatThrownBy(() -> settings.changed(Map.of(setting.settingName(), setting.defaultText())))
                        .hasMessageContaining("setting=" + setting.settingName())
                        .hasMessageEndingWith("changeable=[maxBytes, description, recording, replay]");
            }
        }
        assertThatThrownBy(() -> settings.changed(Map.of("bufferSize", "1"))).hasMessageContaining("no such setting");
        assertThatThrownBy(() -> settings.changed(Map.of("maxBytes", "65536"))).hasMessageContaining("less than one");
    }

    @Test
    @DisplayName("R4.4 a session may be given its identity")
    void shouldKeepTheIdentityThatWasGiven() {
        final UUID uuid = UUID.fromString("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716");

        assertThat(SessionSettings.builder("s").set("uuid", "22FB2CD6-0e7b-422b-a0c7-2fad1fd0e716").build().uuid())
                .isEqualTo(uuid);
        assertThat(SessionSettings.builder("s").lanes(2).build().withUuid(uuid))
                .isEqualTo(SessionSettings.builder("s").lanes(2).uuid(uuid).build());
    }

    @Test
    void shouldRefuseABoundThatHoldsNoLane() {
        final SessionSettings.Builder builder = SessionSettings.builder("s").laneBytes(1 << 20).maxBytes((1 << 20) - 1);

        assertThatThrownBy(builder::build).hasMessageContaining("maxBytes=1048575, laneBytes=1048576");
        assertThat(builder.maxBytes(1 << 20).build().maxBytes()).isEqualTo(1 << 20);
    }

    @Test
    @DisplayName("R4.1 partly: \"the error for a name that is taken, no handle after a failure\"; case makes no"
            + " difference")
    void shouldIdentifyNamesWithoutRegardToCase() {
        assertThat(SessionSettings.builder("Abc").build().identity())
                .isEqualTo(SessionSettings.builder("aBC").build().identity())
                .isNotEqualTo(SessionSettings.builder("Abd").build().identity());
        assertThat(SessionName.identity("STRASSE \u0130")).isEqualTo(SessionName.identity("strasse \u0130"));
    }

    @Test
    @DisplayName("R4.1 partly: \"the error for a name that is taken, no handle after a failure\"; 1,024 characters at"
            + " most")
    void shouldTakeNamesUpToTheLimit() {
        assertThat(SessionName.check("n".repeat(1_024))).hasSize(1_024);
        assertThatThrownBy(() -> SessionName.check("n".repeat(1_025))).hasMessageContaining("length=1025, max=1024");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "a\nb", "\u0007"})
    void shouldRefuseNamesThatCannotBeShown(final String name) {
        assertThatThrownBy(() -> SessionName.check(name))
                .isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("name of session");
    }

    @Test
    void shouldBeDocumentedByTheTable() {
        final StringBuilder table = new StringBuilder(
                "| setting | default | allowed | meaning | of a running session |\n|---|---|---|---|---|\n");
        for (final SessionSettings.Key setting : SessionSettings.Key.values()) {
            table.append("| `").append(setting.settingName()).append("` | ")
                    .append(setting.defaultText().isEmpty() ? "(empty)" : "`" + setting.defaultText() + "`")
                    .append(" | ").append(setting.range().replace("|", "\\|"))
                    .append(" | ").append(setting.meaning())
                    .append(" | ").append(setting.isChangeable() ? "may change" : "fixed").append(" |\n");
        }

        DocumentPage.of("../../transport/docs/settings.md").checkSection("settings", table.toString());
    }
}
