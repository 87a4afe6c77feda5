package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunScriptTest {
    private static final Pattern UNJUDGED = Pattern.compile("^UNJUDGED\\+?='(.+)'$", Pattern.MULTILINE);

    @Test
    void shouldLeaveOutOfLaterRoundsOnlyWhatHasNoTarget() throws IOException {
        final Path script = Path.of(System.getProperty("basedir", "")).resolve("run");
        final Pattern leftOut = Pattern.compile(UNJUDGED.matcher(Files.readString(script)).results()
                .map(line -> line.group(1)).collect(Collectors.joining()));
        assertThat(leftOut.pattern()).as("what is left out").isNotEmpty();
        final List<BenchResult> all = SampleResults.all("17");
        final List<BenchResult> later = all.stream().filter(result -> !leftOut.matcher(result.benchmark()).find())
                .toList();

        assertThat(later).hasSizeLessThan(all.size());
        assertThat(Targets.of(new Figures(later))).allMatch(Target::isMeasured);
    }
}
