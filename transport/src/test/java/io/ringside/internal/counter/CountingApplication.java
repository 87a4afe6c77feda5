package io.ringside.internal.counter;

import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Has a counter, and waits until it is killed. */
public final class CountingApplication {
    private CountingApplication() {}

    public static void main(final String[] args) throws InterruptedException {
        final Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(args[0]))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
        ringside.counterSet(CounterFixture.ONE).create("").counter(7).set(42);
        System.out.println("counting");
        TimeUnit.MINUTES.sleep(1);
    }
}
