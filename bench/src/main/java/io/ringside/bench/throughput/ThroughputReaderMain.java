package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelPlan;
import io.ringside.bench.channel.ChildJvm;
import io.ringside.bench.channel.ReaderEnd;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Reading process, which spins. The command {@code read EVENTS} is answered with the number of received events, of
 * missing events, and the nanoseconds from the first event to the last.
 */
public final class ThroughputReaderMain {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
    /** Time without events after which the missing ones count as lost. */
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private final CheckingReceiver receiver = new CheckingReceiver();

    private ThroughputReaderMain() {
        // The main method creates the only instance.
    }

    /**
     * Reads until the end of the input.
     *
     * @param args the {@link ChannelPlan}
     * @throws IOException if the input cannot be read
     */
    public static void main(final String[] args) throws IOException {
        final ThroughputReaderMain reader = new ThroughputReaderMain();
        try (ReaderEnd end = ReaderEnd.open(ChannelPlan.parse(args), reader.receiver)) {
            ChildJvm.serve(command -> reader.read(end, Long.parseLong(command.split(" ", -1)[1])));
        }
    }

    private String read(final ReaderEnd end, final long events) {
        final long receivedBefore = receiver.received();
        final long missingBefore = receiver.missing();
        final long until = receivedBefore + missingBefore + events;
        long firstNs = 0;
        long lastNs = System.nanoTime();
        while (receiver.received() + receiver.missing() < until) {
            if (end.poll() > 0) {
                lastNs = System.nanoTime();
                firstNs = firstNs == 0 ? lastNs : firstNs;
            } else if (System.nanoTime() - lastNs > (firstNs == 0 ? PATIENCE_NS : SILENCE_NS)) {
                break;
            }
        }
        final long received = receiver.received() - receivedBefore;
        return received + " " + (events - received) + ' ' + (firstNs == 0 ? 0 : lastNs - firstNs);
    }
}
