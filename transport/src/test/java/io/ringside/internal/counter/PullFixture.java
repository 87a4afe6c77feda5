package io.ringside.internal.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import io.ringside.provider.counter.CounterSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;

/** A process whose counter sets have callbacks, and an asker, both in this JVM. */
public final class PullFixture implements AutoCloseable {
    public static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    public static final CounterSetSchema SET = CounterSetSchema.of("Pools", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "size", CounterType.LARGE_RAWCOUNT),
                    CounterSchema.of(2, "free", CounterType.LARGE_RAWCOUNT),
                    CounterSchema.of(3, "waits", CounterType.LARGE_RAWCOUNT)));
    public static final CounterSetSchema ONE = CounterSetSchema.of("Heap", CounterSetSchema.Kind.SINGLE,
            List.of(CounterSchema.of(7, "used", CounterType.LARGE_RAWCOUNT)));

    public final TraceDirectory directory;
    final Participant participant;
    final ProcessCounters process;
    public final CounterAsker asker;
    public final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private int sets;

    public PullFixture(final Path path) {
        directory = TraceDirectory.open(path);
        participant = Participant.join(directory);
        process = ProcessCounters.in(directory, participant.files());
        asker = new CounterAsker(directory);
    }

    /** A set with a callback, and how to ask for it. */
    public CounterSource open(final CounterSetSchema schema, final CounterCallback callback) {
        return new CounterSource(participant.incarnation(), openSet(schema, callback), schema);
    }

    /** Number of a new set. */
    int openSet(final CounterSetSchema schema, final CounterCallback callback) {
        final CounterSet set = process.open(schema, callback, "context",
                (name, problem) -> problems.add(name + ": " + problem));
        if (set.problem() != null) {
            throw new AssertionError(set.problem());
        }
        return sets++;
    }

    public AskedRequest ask(final CounterSource source, final CounterRequest.Type type,
            final CounterRequest.Mask mask) {
        return ask(asker, source, type, mask);
    }

    /** Asks, waits, and takes the request away. */
    public static AskedRequest ask(final CounterAsker asker, final CounterSource source, final CounterRequest.Type type,
            final CounterRequest.Mask mask) {
        try (AskedRequest request = asker.ask(source, type, mask, TIMEOUT_NS)) {
            asker.await(List.of(request), TIMEOUT_NS);
            return request;
        }
    }

    /** The instances of an answer, or why there is none. */
    public String collect(final CounterSource source, final CounterRequest.Mask mask) {
        return text(ask(source, CounterRequest.Type.COLLECT_DATA, mask));
    }

    public static String text(final AskedRequest request) {
        final CounterAnswer answer = request.answer();
        return answer == null
                ? request.status().name()
                : answer.instances().stream().map(CounterAnswer.Instance::toString).collect(Collectors.joining(" "));
    }

    /** The files in the folder of the process, requests and answers. */
    List<String> files() {
        return FolderListing.namesIn(directory.requests(participant.incarnation()));
    }

    Path path(final RequestFileName name) {
        return directory.requests(participant.incarnation()).resolve(name.toString());
    }

    public static void await(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(asker, process, participant);
    }
}
