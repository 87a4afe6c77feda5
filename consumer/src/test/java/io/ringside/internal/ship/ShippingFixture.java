package io.ringside.internal.ship;

import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.reader.NumberedRecording;
import io.ringside.ship.Receiver;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A recording, and what is needed to ship it by any carrier. For one thread. */
public abstract class ShippingFixture {
    /** Events that are written at once. */
    protected static final int ROUND = 400;
    /** In bytes. */
    protected static final long MEBIBYTE = 1024 * 1024;

    private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(120);

    /** Folder of the test. */
    @TempDir
    protected Path root;
    /** What was reported. */
    protected final List<String> problems = Collections.synchronizedList(new ArrayList<>());
    /** That is shipped. */
    protected NumberedRecording recording;

    /** Where the test ships to. */
    protected abstract ShipContext address();

    /** Begins a recording. */
    @BeforeEach
    protected final void beginRecording() {
        recording = new NumberedRecording(root.resolve("source"));
    }

    /** Ends it. */
    @AfterEach
    protected final void endRecording() {
        recording.close();
    }

    /** By its address. */
    protected final ShipCarrier carrier() {
        return ShipCarrier.find(address().scheme());
    }

    /** Where the test ships to; what is reported is a problem. */
    protected final ShipContext context() {
        return address().errorHandler(failure -> problems.add(String.valueOf(failure.getMessage())));
    }

    /** A sender. */
    protected final ShipTask ship() {
        return carrier().ship(context(), recording.folder());
    }

    /** A receiver. */
    protected final ReceiveTask receive(final ShipContext context) {
        return carrier().receive(context, target());
    }

    /** Folder of the receiver. */
    protected final Path target() {
        return root.resolve("target");
    }

    /** Waits until the carrier has something. */
    protected final ShipContext connected(final ShipTask sender) {
        return connected(sender, context());
    }

    /** Waits until the carrier has something. */
    protected final ShipContext connected(final ShipTask sender, final ShipContext context) {
        await(() -> sender.doWork() > 0 || sender.events() > 0);
        return context;
    }

    /** Ships all events that were written. */
    protected final void shipAll(final ShipTask sender) {
        await(() -> {
            if (sender.events() >= recording.next()) {
                return true;
            }
            sender.doWork();
            return false;
        });
    }

    /** Receives all events that were written. */
    protected final void receiveAll(final ReceiveTask receiver) {
        final long beginNs = System.nanoTime();
        boolean isReceived = false;
        while (!isReceived) {
            receiver.doWork();
            isReceived = receiver.ledgers().stream().anyMatch(ledger -> ledger.events() >= recording.next())
                    && receiver.doWork() == 0 && receiver.hasCaughtUp();
            requireTime(beginNs, () -> "; written=" + recording.next() + ", " + receiver + ", ledgers="
                    + receiver.ledgers());
        }
    }

    /** Waits for a condition, but not without end. */
    protected final void await(final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            requireTime(beginNs);
        }
    }

    /** Ends a wait that has no end. */
    protected final void requireTime(final long beginNs) {
        requireTime(beginNs, () -> "");
    }

    private void requireTime(final long beginNs, final Supplier<String> state) {
        if (System.nanoTime() - beginNs > SETTLE_NS) {
            throw new AssertionError("it does not come to an end: problems=" + problems + state.get());
        }
    }

    /** Waits for the end of a thread. */
    protected static void join(final Thread thread) {
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Of the recording. */
    protected final UUID id() {
        return RecordingExcerpts.idOf(recording.folder());
    }

    /** The set of numbers, none missing and none twice; and the accounting of the hop. */
    protected final void requireReceived() {
        final Path received = ReceivedRecording.folderOf(target(), id());
        final NumberedRecording.Numbers numbers = NumberedRecording.read(received);
        assertThat(numbers.values()).isEqualTo(LongStream.range(0, recording.next()).boxed().toList());
        assertThat(numbers.problems()).isEmpty();
        assertThat(numbers.missing()).isZero();
        final Receiver.Received ledger = ReceivedRecording.ledger(target(), id());
        assertThat(ledger).isNotNull();
        assertThat(ledger.received()).isEqualTo(ledger.events()).isEqualTo(recording.next());
        assertThat(ledger.lost() + ledger.before()).isZero();
    }
}
