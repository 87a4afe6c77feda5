package io.ringside.proof;

import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.recording.RecordingSinks;
import io.ringside.internal.registry.Registry;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.CloseHelper;

/** A trace directory with a controller in this process and everything else in others. Closing it kills them all. */
final class Stage implements AutoCloseable {
    static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Path folder;
    private final TraceDirectory directory;
    private final Participant participant;
    private final DirectoryController controller;
    private final Deque<AutoCloseable> children = new ArrayDeque<>();
    private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
    private int files;

    /**
     * Make a stage.
     *
     * @param directory trace directory, to be made
     * @param folder    for truths, journals and marks
     */
    Stage(final Path directory, final Path folder) {
        this.folder = folder;
        this.directory = TraceDirectory.open(directory.resolve("trace"));
        participant = Participant.join(this.directory);
        controller = new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(this.directory, participant.files(), new RecordingSinks(),
                        (path, reason) -> complaints.add(path + ": " + reason))));
    }

    Path directory() {
        return directory.path();
    }

    TraceDirectory traceDirectory() {
        return directory;
    }

    Participant participant() {
        return participant;
    }

    DirectoryController controller() {
        return controller;
    }

    /** Damage that was reported to the controller: there should be none. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** A file that does not exist yet. */
    Path newFile(final String kind) {
        return folder.resolve(kind + "." + files++);
    }

    /** Start a session and enable the numbers. */
    ProofSession start(final SessionSettings settings, final int level, final long laneStart) {
        final ProofSession session = new ProofSession(controller.start(settings), level, laneStart, folder);
        final Outcome.Answers result = controller.enable(settings.name(), request(level), TIMEOUT);
        if (!result.timedOut().isEmpty() || !result.refused().isEmpty()) {
            throw new AssertionError("session is not attached: result=" + result);
        }
        return session;
    }

    static EnableRequest request(final int level) {
        return EnableRequest.of(Numbers.PROVIDER, Enablement.of(level, 0, 0));
    }

    /** Start a drain, and wait until it holds the session. */
    Child drain(final ProofSession session, final String... options) {
        final Child drain = startDrain(session, options);
        drain.await("draining");
        return drain;
    }

    Child startDrain(final ProofSession session, final String... options) {
        return add(Child.start(List.of(options), DrainMain.class, directory.path().toString(),
                session.name(), Integer.toString(session.level()), session.newJournal().toString()));
    }

    WriterPlan plan(final int process, final int slots, final int count) {
        return new WriterPlan(directory.path(), newFile("truth"), process, slots, count);
    }

    ProviderProcess provider(final WriterPlan plan, final List<String> options) {
        return add(new ProviderProcess(plan, options));
    }

    ProviderProcess provider(final WriterPlan plan, final String... options) {
        return provider(plan, List.of(options));
    }

    <T extends AutoCloseable> T add(final T child) {
        children.push(child);
        return child;
    }

    /** Stop a session, whose drain takes what is left, and gather what is known of it. */
    Evidence stop(final ProofSession session) {
        final Outcome.Stopped result = controller.stop(session.name(), TIMEOUT);
        if (!result.isComplete()) {
            throw new AssertionError("session does not end: result=" + result);
        }
        return session.evidence(LedgerNumbers.of(result.ledger()));
    }

    /** Names of all files of processes: their pages, ledgers, rings, and files that they were about to make. */
    List<String> filesOfProcesses() {
        final List<String> names = new ArrayList<>();
        for (final Path root : List.of(directory.processes(), directory.sessions(), directory.providers(),
                directory.rows())) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(Files::isRegularFile).map(Path::getFileName).map(Path::toString).forEach(names::add);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            } catch (final UncheckedIOException e) {
                // A folder was removed meanwhile: who waits asks again.
                names.add("(changing)");
            }
        }
        return names;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(children);
        participant.close();
    }
}
