package io.ringside.internal.counter;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Has a set whose callback hangs, or asks for one and stays interested, until it is killed. */
final class PulledApplication {
    static final String HANGING = "hanging";

    private PulledApplication() {}

    public static void main(final String[] args) throws InterruptedException {
        if (args.length == 1) {
            provide(Path.of(args[0]));
        } else {
            ask(Path.of(args[0]), Incarnation.parse(args[1]));
        }
        TimeUnit.MINUTES.sleep(1);
    }

    private static void provide(final Path directory) {
        final Ringside ringside = Ringside.connect(new RingsideContext().directory(directory)
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
        ringside.counterSet(PullFixture.SET, request -> {
            request.buffer().add("small", 0, 1, 2, 3);
            if (request.mask().instanceMask().equals(HANGING)) {
                System.out.println("called");
                try {
                    new CountDownLatch(1).await();
                } catch (final InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return CounterCallback.SUCCESS;
        }, null);
        System.out.println("providing");
    }

    private static void ask(final Path directory, final Incarnation provider) {
        final CounterAsker asker = new CounterAsker(TraceDirectory.open(directory));
        final CounterSource source = new CounterSource(provider, 0, PullFixture.SET);
        asker.ask(source, CounterRequest.Type.ADD_COUNTER, CounterRequest.Mask.ALL, 0);
        System.out.println(PullFixture.text(PullFixture.ask(asker, source, CounterRequest.Type.COLLECT_DATA,
                CounterRequest.Mask.ALL)));
        asker.ask(source, CounterRequest.Type.COLLECT_DATA, CounterRequest.Mask.of(-1, HANGING,
                CounterRequest.Mask.ANY_INSTANCE_ID, true), PullFixture.TIMEOUT_NS);
    }
}
