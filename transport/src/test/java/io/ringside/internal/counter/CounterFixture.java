package io.ringside.internal.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.files.FileNames.CounterFileName;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;

/** A process with counters, and a reader, both in this JVM, with a clock that stands still. */
public final class CounterFixture implements AutoCloseable {
    public static final CounterSetSchema WAVES = CounterSetSchema.of("Geometric Waves", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "Triangle", CounterType.RAWCOUNT),
                    CounterSchema.of(2, "Square", CounterType.LARGE_RAWCOUNT)));
    public static final CounterSetSchema ONE = CounterSetSchema.of("One", CounterSetSchema.Kind.SINGLE,
            List.of(CounterSchema.of(7, "calls", CounterType.LARGE_RAWCOUNT)));

    public final TraceDirectory directory;
    public final Participant participant;
    public final ProcessCounters process;
    public final CounterReader reader;
    long nowNs = 1;

    public CounterFixture(final Path path) {
        directory = TraceDirectory.open(path);
        participant = Participant.join(directory);
        process = ProcessCounters.in(directory, participant.files());
        reader = new CounterReader(directory, () -> nowNs);
    }

    /** Every instance that is read now: set, name, id and values. */
    public String read() {
        return read(reader);
    }

    /** The same of any reader. */
    public static String read(final CounterReader reader) {
        reader.collect();
        return instances(reader).stream()
                .map(instance -> instance.file().schema().name() + '(' + instance.name() + ' ' + instance.id() + ")"
                        + values(instance))
                .collect(Collectors.joining(" "));
    }

    public List<InstanceView> instances() {
        return instances(reader);
    }

    private static List<InstanceView> instances(final CounterReader reader) {
        final List<InstanceView> instances = new ArrayList<>();
        for (final CounterFileView file : reader.files()) {
            for (int slot = 0; slot < file.slots(); slot++) {
                final InstanceView instance = file.instance(slot);
                if (instance != null) {
                    instances.add(instance);
                }
            }
        }
        return instances;
    }

    public Path file(final int set, final int segment) {
        return directory.counters().resolve(new CounterFileName(participant.incarnation(), set, segment).toString());
    }

    private static List<Long> values(final InstanceView instance) {
        final List<Long> values = new ArrayList<>();
        for (int i = 0; i < instance.file().schema().counters().size(); i++) {
            values.add(instance.value(i));
        }
        return values;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(reader, process, participant);
    }
}
