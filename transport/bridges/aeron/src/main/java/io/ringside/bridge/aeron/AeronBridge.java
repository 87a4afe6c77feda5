package io.ringside.bridge.aeron;

import io.aeron.CncFileDescriptor;
import io.ringside.counter.CounterType;
import io.ringside.internal.provider.ObjectCounters;
import io.ringside.provider.Ringside;
import io.ringside.provider.counter.CounterSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.SystemEpochClock;

/**
 * The counters of an Aeron media driver, embedded in this process or not, as two counter sets. <i>Aeron Counter</i> has
 * an instance for each counter of the driver's file, and <i>Aeron Stream</i> one for each stream, with its positions
 * and values derived from them: the space left for publishers, and the lag of the slowest subscriber. All are read from
 * the file on request, and cost the driver nothing. While no driver is running there are no instances. Thread-safe.
 *
 * <pre>{@code
 * AeronBridge bridge = AeronBridge.open(ringside, Path.of(aeron.context().aeronDirectoryName()));
 * }</pre>
 */
public final class AeronBridge implements AutoCloseable {
    private static final String BYTES = "bytes";

    private final String driver;
    private final CountersFile file;
    private final List<CounterSet> sets = new ArrayList<>();

    private AeronBridge(final Path directory) {
        this.driver = String.valueOf(directory.toAbsolutePath().normalize().getFileName());
        this.file = new CountersFile(directory.resolve(CncFileDescriptor.CNC_FILE), SystemEpochClock.INSTANCE);
    }

    /**
     * Publishes the counters of a driver.
     *
     * @param ringside  of the application
     * @param directory of the driver; the last part of its name is a prefix of the instances' names
     * @return the bridge, which must be closed before Ringside
     */
    public static AeronBridge open(final Ringside ringside, final Path directory) {
        final AeronBridge bridge = new AeronBridge(directory);
        bridge.sets.add(counters().open(ringside, bridge::addCounters));
        bridge.sets.add(streams().open(ringside, bridge::addStreams));
        return bridge;
    }

    private static ObjectCounters<Long> counters() {
        final ObjectCounters<Long> counters = new ObjectCounters<>("Aeron Counter",
                "Counters of an Aeron media driver.");
        counters.total("value", "", "Value of the counter.", value -> value);
        counters.add("value/sec", CounterType.BULK_COUNT, "", "How much the counter grows in a second.",
                value -> value);
        return counters;
    }

    private static ObjectCounters<AeronStream> streams() {
        final ObjectCounters<AeronStream> counters = new ObjectCounters<>("Aeron Stream",
                "Positions of the streams of an Aeron media driver; 0 if this driver has no such side of a stream.");
        position(counters, "publisher position", "Position that publishers have reached; Aeron samples it once a "
                + "second.", AeronStream::published);
        position(counters, "publisher limit", "Position at which publishers are held back.", AeronStream::limit);
        position(counters, "publisher window", "Bytes until publishers are held back; 0 for back pressure.",
                AeronStream::window);
        position(counters, "sender position", "Position that was sent to the network.", AeronStream::sent);
        position(counters, "sender limit", "Position up to which receivers have admitted more.",
                AeronStream::senderLimit);
        position(counters, "receiver high-water mark", "Highest position that has arrived, gaps or not.",
                AeronStream::highWaterMark);
        position(counters, "receiver position", "Position up to which everything has arrived.",
                AeronStream::received);
        position(counters, "subscriber position", "Position of the slowest subscriber.", AeronStream::consumed);
        position(counters, "subscriber backlog", "Bytes that have arrived and that the slowest subscriber has not "
                + "consumed.", AeronStream::backlog);
        counters.total("subscribers", "", "Subscribers of this driver.", AeronStream::subscribers);
        counters.add("published/sec", CounterType.BULK_COUNT, BYTES, "Bytes published in a second.",
                AeronStream::published);
        counters.add("consumed/sec", CounterType.BULK_COUNT, BYTES, "Bytes that the slowest subscriber consumes in a "
                + "second.", AeronStream::consumed);
        return counters;
    }

    private static void position(final ObjectCounters<AeronStream> counters, final String name, final String about,
            final ToLongFunction<AeronStream> source) {
        counters.total(name, BYTES, about, source);
    }

    private void addCounters(final ObjectCounters<Long>.Rows rows) {
        file.read(counters -> counters.forEach((id, type, key, label) -> rows.add(
                driver + ' ' + id + ' ' + label, id, counters.getCounterValue(id))));
    }

    private void addStreams(final ObjectCounters<AeronStream>.Rows rows) {
        file.read(counters -> AeronStream.of(counters)
                .forEach(stream -> rows.add(driver + ' ' + stream.name(), stream.id(), stream)));
    }

    /** Removes the sets. */
    @Override
    public void close() {
        sets.forEach(CounterSet::close);
        file.close();
    }
}
