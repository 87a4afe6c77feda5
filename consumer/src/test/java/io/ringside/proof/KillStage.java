package io.ringside.proof;

import io.ringside.event.Level;
import io.ringside.internal.files.KillPoint;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A session that is drained, with a process that writes all the time at an even pace, and others that come and are
 * killed.
 */
final class KillStage implements AutoCloseable {
    private static final Pattern INCARNATION = Pattern.compile("(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])");
    private static final int LANE_BYTES = 64 * 1024;
    private static final int LANES = 24;
    private static final int NEIGHBOUR_THREADS = 2;
    private static final int NEIGHBOUR_COUNT = 8_000_000;
    private static final long NEIGHBOUR_PACE_NS = 200_000;
    private static final int VICTIM_SLOTS = 3;
    private static final int VICTIM_GENERATIONS = 20;
    private static final int VICTIM_COUNT = 20_000;

    private final Stage stage;
    private final DrainStarter starter;
    private final ProofSession session;
    private final ProviderProcess neighbour;
    private final List<ProviderProcess> victims = new ArrayList<>();
    private Child drain;
    private Set<String> living = Set.of();

    /** Starts what drains a session. */
    interface DrainStarter {
        Child start(Stage stage, ProofSession session, List<String> options);
    }

    KillStage(final Path directory, final Path folder) {
        this(directory, folder, (stage, session, options) -> stage.startDrain(session, options.toArray(String[]::new)));
    }

    KillStage(final Path directory, final Path folder, final DrainStarter starter) {
        this.starter = starter;
        stage = new Stage(directory, folder);
        session = stage.start(SessionSettings.builder("proof").lanes(LANES).laneBytes(LANE_BYTES).build(),
                Level.VERBOSE,
                0);
        drain = newDrain(List.of());
        drain.await("draining");
        neighbour = stage.provider(stage.plan(0, NEIGHBOUR_THREADS, NEIGHBOUR_COUNT).withNested()
                .withPace(NEIGHBOUR_PACE_NS)).awaitReady().go();
        onlyTheseLive();
    }

    Stage stage() {
        return stage;
    }

    ProofSession session() {
        return session;
    }

    Child drain() {
        return drain;
    }

    ProviderProcess neighbour() {
        return neighbour;
    }

    static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(60)).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
    }

    /** Another drain, after the last one was killed or ended. */
    Child newDrain(final List<String> options) {
        final List<String> all = new ArrayList<>(Child.SHORT_LIFE);
        all.addAll(options);
        drain = starter.start(stage, session, all);
        return drain;
    }

    /** Start a process that will be killed. It may begin to write as soon as it can. */
    ProviderProcess newVictim(final List<String> options) {
        final WriterPlan plan = stage.plan(victims.size() + 1, VICTIM_SLOTS, VICTIM_COUNT)
                .withGenerations(VICTIM_GENERATIONS).withNested();
        final ProviderProcess victim = stage.provider(plan, options);
        victims.add(victim);
        return victim.go();
    }

    /** Start a process that stops at a passage of a point, and wait until it is there. */
    ProviderProcess newVictimAt(final KillPoint point, final int passage) {
        final Path mark = stage.newFile("mark");
        final ProviderProcess victim = newVictim(ProviderProcess.stopAt(point, passage, mark));
        awaitMark(mark, victim.child());
        return victim;
    }

    /** Wait until a process has come to the point at which it is to be killed. */
    static void awaitMark(final Path mark, final Child child) {
        eventually().alias("mark of " + child).until(() -> {
            assertThat(child.isRunning()).as("%s is running", child).isTrue();
            return Files.exists(mark) && Files.size(mark) > 0;
        });
    }

    /** All processes that have files now will go on living, but for victims. */
    void onlyTheseLive() {
        living = incarnations();
    }

    /** Wait until nothing is left of those who are dead in the session. */
    void awaitDrained() {
        eventually().until(() -> incarnationsOf(stage.traceDirectory().session(session.row().id())),
                found -> living.containsAll(found));
    }

    /** What is left of the dead anywhere. */
    Set<String> leftovers() {
        final Set<String> found = incarnations();
        found.removeAll(living);
        return found;
    }

    /** Whether the ledger as it stands, read beside everybody, agrees with what the writers know. */
    void checkLedger() {
        final long returned = sum(false);
        final LedgerNumbers ledger = LedgerNumbers.of(stage.controller().query(session.name()).ledger());
        final long begun = sum(true);
        assertThat(ledger.wanted()).as("wanted of %s, settled=%s", ledger, ledger.settled()).isBetween(returned, begun);
        if (ledger.settled()) {
            assertThat(ledger.delivered() + ledger.inRing() + ledger.inFlight() + ledger.lostTotal())
                    .as("outcomes of %s", ledger).isEqualTo(ledger.wanted());
        }
    }

    /** End the session while its neighbour still writes, and check everything. */
    List<String> end() {
        return end(stage.stop(session));
    }

    List<String> end(final Evidence evidence) {
        return problems(books(evidence));
    }

    /** Everything that is known, once the neighbour has stopped. */
    Books books(final Evidence evidence) {
        neighbour.child().say("stop");
        neighbour.awaitDone();
        final Books books = new Books().session(evidence).truth(neighbour.truth());
        victims.stream().filter(ProviderProcess::hasTruth).forEach(victim -> books.truth(victim.truth()));
        return books;
    }

    /** Everything that does not agree. */
    List<String> problems(final Books books) {
        final List<String> problems = new ArrayList<>(books.problems());
        problems.addAll(stage.complaints());
        System.out.println(books);
        return problems;
    }

    private long sum(final boolean begun) {
        final List<ProviderProcess> all = new ArrayList<>(victims);
        all.add(neighbour);
        long sum = 0;
        for (final ProviderProcess process : all) {
            if (process.hasTruth()) {
                final TruthFile truth = process.truth();
                for (int thread = 0; thread < truth.threads(); thread++) {
                    sum += begun ? truth.begun(thread) : truth.returned(thread);
                }
            }
        }
        return sum;
    }

    private Set<String> incarnations() {
        final Set<String> found = new HashSet<>();
        stage.filesOfProcesses().forEach(name -> collect(name, found));
        return found;
    }

    private static Set<String> incarnationsOf(final Path folder) {
        final Set<String> found = new HashSet<>();
        try (var files = Files.list(folder)) {
            files.forEach(file -> collect(String.valueOf(file.getFileName()), found));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static void collect(final String name, final Set<String> found) {
        final Matcher matcher = INCARNATION.matcher(name);
        while (matcher.find()) {
            found.add(matcher.group());
        }
    }

    @Override
    public void close() {
        stage.close();
    }
}
