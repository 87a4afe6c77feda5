package io.ringside.sideby;

import io.ringside.cli.ProgramRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** A session of an operator who wants what the shops sell. For one thread. */
final class TracedSession {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final List<String> events = new ArrayList<>();
    /** All that is to be among the events, and nothing else. */
    private List<String> expected = List.of();
    private long unnamed;

    private TracedSession(final Path directory) {
        this.directory = directory;
    }

    /** Started before anything writes. */
    static TracedSession start(final Path directory) {
        final TracedSession session = new TracedSession(directory);
        session.run("start", "shops");
        session.run("enable", "shops", "Acme.Orders");
        return session;
    }

    /** Waits until these events have been written, of whatever shop, and no others. */
    void awaitSold(final String... soldByShop) {
        expected = List.of(soldByShop);
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            take(run("tail", "shops", "--format", "json"));
            assertThat(sold()).containsExactlyInAnyOrderElementsOf(expected);
        });
    }

    /** Keeps what a run of {@code tail} has taken out of the session. */
    void take(final ProgramRun tail) {
        tail.out().stream().filter(line -> !isUnnamed(line)).forEach(events::add);
    }

    /** Counts events that have arrived as bytes, since nothing says what they are; gives how many. */
    long takeUnnamed(final ProgramRun tail) {
        final long count = tail.out().stream().filter(TracedSession::isUnnamed).count();
        unnamed += count;
        return count;
    }

    private static boolean isUnnamed(final String line) {
        return line.contains("\"event\":null") && line.contains("\"payload\":\"04006d61696e0100000000000000\"");
    }

    /** As in {@code "main 7"}. */
    private List<String> sold() {
        return events.stream().map(line -> line.replaceAll(".*\"shop\":\"(\\w+)\".*\"order\":(\\d+).*", "$1 $2"))
                .toList();
    }

    /** Ends it: nothing but what was expected has come, and each event had one outcome, and was delivered. */
    void stop() {
        final ProgramRun rest = run("tail", "shops", "--format", "json");
        assertThat(takeUnnamed(rest)).isZero();
        take(rest);
        assertThat(sold()).containsExactlyInAnyOrderElementsOf(expected);
        final long delivered = expected.size() + unnamed;
        assertThat(String.join("", run("query", "shops", "--format", "json").out()))
                .containsPattern("\"wanted\":" + delivered + "[,}]")
                .containsPattern("\"delivered\":" + delivered + "[,}]").containsPattern("\"lost\":0[,}]");
        run("stop", "shops");
    }

    /** Runs the program, which must succeed. */
    ProgramRun run(final String... args) {
        final ProgramRun run = ProgramRun.of(directory, args);
        assertThat(run.exitCode()).as("%s", run).isZero();
        return run;
    }
}
