package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** A share of the events: how it is asked for, what the ledger says of it, and what is measured. */
class RateFilterCommandTest {
    private static final int EVENTS = 10_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldSayWhatWasLeftOutAndScaleUpWhatIsMeasured() {
        start("--sample", "1/10");
        emit();

        final String query = json("query", "trading").get(0);
        assertThat(number(query, "wanted")).isEqualTo(EVENTS / 10);
        assertThat(number(query, "sampledOut")).isEqualTo(EVENTS - EVENTS / 10);
        assertThat(number(query, "overLimit")).isZero();
        assertThat(number(query, "lost")).isZero();
        assertThat(query).contains("\"filters\":[\"sample 1/10\"]");
        assertThat(run("query", "trading").out()).contains("filtered by rate  9,000", "  sampledOut      9,000");

        final String scaled = json("measure", "trading", "--of", "sequence", "--peek").get(0);
        assertThat(number(scaled, "count")).isEqualTo(EVENTS);
        assertThat(number(scaled, "measured")).isEqualTo(EVENTS / 10);
        assertThat(scaled).contains("\"scaled\":true");
        final long sum = (long) EVENTS * (EVENTS - 1) / 2;
        assertThat(number(scaled, "sum")).isBetween(sum - sum / 50, sum + sum / 50);
        assertThat(number(scaled, "p50")).isBetween(EVENTS / 2 - 100L, EVENTS / 2 + 100L);
        final String plain = json("measure", "trading", "--of", "sequence", "--peek", "--no-scale").get(0);
        assertThat(number(plain, "count")).isEqualTo(EVENTS / 10);
        assertThat(number(plain, "sum") * 10).isEqualTo(number(scaled, "sum"));
        assertThat(plain).contains("\"scaled\":false");
        assertThat(run("measure", "trading", "--peek").out()).anyMatch(
                line -> line.startsWith("scaled up: the sessions have recorded 1,000 of these 10,000 events"));

        assertThat(json("tail", "trading")).hasSize(EVENTS / 10)
                .allSatisfy(event -> assertThat(number(event, "weight")).isEqualTo(10));
        final ProgramRun stop = run("stop", "trading", "--format", "json");
        assertThat(stop.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(number(stop.out().get(0), "sampledOut")).isEqualTo(EVENTS - EVENTS / 10);
    }

    @Test
    void shouldCountWhatIsBeyondALimitInTheNextEventsWeight() {
        start("--limit", "10/s");
        emit();

        final String query = json("query", "trading").get(0);
        final long over = number(query, "overLimit");
        assertThat(over).isPositive();
        assertThat(number(query, "wanted") + over).isEqualTo(EVENTS);
        final long weights = json("tail", "trading").stream()
                .mapToLong(event -> event.contains("\"weight\"") ? number(event, "weight") : 1).sum();
        // What was left out after the last event is in no weight.
        assertThat(weights).isBetween(number(query, "wanted"), (long) EVENTS);
    }

    @Test
    void shouldSayForHowManyPairsAndTimelinesThoseOfASampleStand() {
        start("--sample", "1/10", "--sample-by", "sequence");
        emit("--threads", "2");

        final List<String> pairs = json("latency", "trading", "--peek", "--from", "Orders/numbered", "--to",
                "Orders/numbered", "--by", "sequence", "--group-by", "sequence");
        assertThat(number(pairs.get(0), "count")).isPositive();
        assertThat(number(pairs.get(0), "standFor")).isEqualTo(10 * number(pairs.get(0), "count"));
        assertThat(pairs.get(0)).contains("\"sampled\":true");
        assertThat(pairs.subList(1, pairs.size())).isNotEmpty().allSatisfy(group -> assertThat(
                number(group, "standFor")).isEqualTo(10 * number(group, "count")));
        final List<String> text = run("latency", "trading", "--peek", "--from", "Orders/numbered", "--to",
                "Orders/numbered", "--by", "sequence", "--group-by", "sequence").out();
        assertThat(text).anyMatch(line -> line.contains(" pairs represent about "))
                .anyMatch(line -> line.contains("PAIRS  REPRESENT"));

        final List<String> timelines = json("timeline", "trading", "--peek", "--key", "numbered.sequence");
        final String counts = timelines.get(timelines.size() - 1);
        assertThat(number(counts, "timelines")).isPositive();
        assertThat(number(counts, "standFor")).isEqualTo(10 * number(counts, "timelines"));
        assertThat(timelines.get(0)).contains("\"weight\":10}");
        assertThat(run("timeline", "trading", "--key", "numbered.sequence").out())
                .anyMatch(line -> line.contains(" timelines represent about "))
                .anyMatch(line -> line.endsWith(", represents 10"));
    }

    @Test
    void shouldNotScaleUpPairsOfWhichEverythingWasRecorded() {
        start();
        emit("--threads", "2");

        final String pairs = json("latency", "trading", "--from", "Orders/numbered", "--to", "Orders/numbered", "--by",
                "sequence").get(0);
        assertThat(number(pairs, "standFor")).isEqualTo(number(pairs, "count")).isPositive();
        assertThat(pairs).contains("\"sampled\":false");
    }

    @Test
    void shouldReplaceTheRateWithEveryCall() {
        start("--sample", "1/2", "--limit", "1k/s");
        assertThat(json("query", "trading").get(0)).contains("\"filters\":[\"sample 1/2, limit 1000/s\"]");
        assertThat(run("enable", "trading", "Orders").exitCode()).isEqualTo(ExitCode.DONE);
        emit();
        assertThat(number(json("query", "trading").get(0), "wanted")).isEqualTo(EVENTS);
    }

    @Test
    void shouldShowTheRateAndRejectWhatIsNoField() {
        start("--sample", "1/3");
        assertThat(run("enable", "trading", "Other", "--sample-by", "id").err()).singleElement().asString()
                .contains("option=--sample-by", "needs=--sample");
        assertThat(json("update", "trading", "--description", "a third").get(0)).contains("sample 1/3");
        assertThat(run("enable", "trading", "Orders", "--sample", "1/3", "--sample-by", "orders[").err())
                .singleElement().asString().contains("--sample-by");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--sample | 1/1       | invalid share '1/1': expected 1/2 to 1/1000000",
        "--sample | 2/3       | invalid share '2/3': expected 1/2 to 1/1000000",
        "--sample | 1/1000001 | invalid share '1/1000001'",
        "--limit  | 0/s       | invalid rate '0/s': expected 1/s to 1000000/s",
        "--limit  | 1000      | invalid rate '1000': expected 1/s to 1000000/s",
        "--limit  | 1001k/s   | invalid rate '1001k/s'"})
    void shouldRejectWhatIsNoRate(final String option, final String value, final String reason) {
        final ProgramRun run = run("enable", "trading", "Orders", option, value);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(String.join("\n", run.err())).contains(reason);
    }

    private void start(final String... rate) {
        assertThat(run("start", "trading", "--lane-size", "4m").exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run(Stream.concat(Stream.of("enable", "trading", "Orders"), Stream.of(rate)).toArray(String[]::new))
                .exitCode()).isEqualTo(ExitCode.DONE);
    }

    private void emit(final String... more) {
        assertThat(run(Stream.concat(Stream.of("emit", "--provider", "Orders", "--events", Integer.toString(EVENTS)),
                Stream.of(more)).toArray(String[]::new)).exitCode()).isEqualTo(ExitCode.DONE);
    }

    private List<String> json(final String... args) {
        final ProgramRun run = run(Stream.concat(Stream.of(args), Stream.of("--format", "json"))
                .toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        return run.out();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
