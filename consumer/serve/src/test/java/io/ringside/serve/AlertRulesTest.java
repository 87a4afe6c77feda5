package io.ringside.serve;

import io.ringside.export.ForeignProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The alerts that users load into Prometheus. */
@Tag("proof")
class AlertRulesTest {
    private static final Path RULES = Path.of("prometheus", "ringside-rules.yml").toAbsolutePath();
    private static final Path CASES = RULES.resolveSibling("ringside-rules-test.yml");

    @TempDir
    private Path folder;

    @BeforeEach
    void require() {
        ForeignProgram.require("prometheus (Debian package prometheus)", "promtool", "--version");
    }

    @Test
    void shouldBeRulesOfPrometheus() throws IOException {
        assertThat(ForeignProgram.run(folder, List.of("promtool", "check", "rules", RULES.toString())))
                .contains("SUCCESS");
    }

    @Test
    void shouldAlertWhenItIsTimeAndOnlyThen() throws IOException {
        assertThat(ForeignProgram.run(folder, List.of("promtool", "test", "rules", CASES.toString())))
                .contains("SUCCESS");
    }

    @Test
    void shouldHaveACaseForEachAlertThatFiresAndOneThatDoesNot() throws IOException {
        final Set<String> alerts = names(RULES, "- alert: (\\w+)");
        assertThat(alerts).isNotEmpty();
        assertThat(names(CASES, "alertname: (\\w+)\\n +exp_alerts:")).isEqualTo(alerts);
        assertThat(names(CASES, "alertname: (\\w+)\\n(?! +exp_alerts:)")).isEqualTo(alerts);
    }

    private static Set<String> names(final Path file, final String pattern) throws IOException {
        return Pattern.compile(pattern).matcher(Files.readString(file)).results()
                .map((final MatchResult found) -> found.group(1)).collect(Collectors.toSet());
    }
}
