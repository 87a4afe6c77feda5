package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.counter.PushedInstance.Identity;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.CounterFileDescriptor;
import io.ringside.provider.counter.CounterSet;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A counter set to which the application pushes instances, with its files. Thread-safe. */
public final class PushedSet extends CounterSet {
    private static final int FIRST_SLOTS = 16;
    private static final int INSTANCES_MAX = 65_536;

    private final ProcessCounters process;
    private final CounterSetSchema schema;
    private final byte[] content;
    private final int number;
    private final List<CounterSegment> segments = new ArrayList<>();
    private final Map<String, PushedInstance> byName = new HashMap<>();
    private final Set<Long> ids = new HashSet<>();
    private final ReferenceQueue<PushedInstance> unreachable = new ReferenceQueue<>();
    /** Keeps the references themselves from being collected. */
    private final Set<EndedInstance> ended = new HashSet<>();
    private int nextSlots;
    private boolean closed;
    private volatile @Nullable String problem;

    /** Enqueued when no thread can store into the slot any more. */
    private static final class EndedInstance extends PhantomReference<PushedInstance> {
        private final CounterSegment segment;
        private final int slot;

        EndedInstance(final PushedInstance instance, final ReferenceQueue<PushedInstance> queue) {
            super(instance, queue);
            segment = instance.segment();
            slot = instance.slot();
        }
    }

    PushedSet(final ProcessCounters process, final CounterSetSchema schema, final byte[] content,
            final int number) {
        this.process = process;
        this.schema = schema;
        this.content = content;
        this.number = number;
        this.nextSlots = schema.kind().hasNames() ? FIRST_SLOTS : 1;
    }

    @Override
    public CounterSetSchema schema() {
        return schema;
    }

    @Override
    public @Nullable String problem() {
        return problem;
    }

    @Override
    public PushedInstance create(final String name) {
        synchronized (this) {
            long id = ids.size();
            while (ids.contains(id)) {
                id++;
            }
            return create(name, id);
        }
    }

    @Override
    public synchronized PushedInstance create(final String name, final long id) {
        check(name, id);
        final byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        final Identity identity = new Identity(id, name, process.nextGeneration(), process.epochNs());
        final CounterSegment segment = segmentFor(bytes.length);
        final int slot = segment.add(identity, bytes);
        final PushedInstance instance = new PushedInstance(this, identity, segment, slot);
        byName.put(CounterPath.Instance.key(name), instance);
        ids.add(id);
        return instance;
    }

    /** Returns the number of the set in its process. */
    int number() {
        return number;
    }

    /** Record why readers do not see this set. */
    PushedSet unavailable(final String reason) {
        problem = reason;
        return this;
    }

    @Override
    public void close() {
        final int files;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            files = segments.size();
            segments.forEach(CounterSegment::close);
            byName.values().forEach(instance -> {
                instance.end();
                instance.segment().end(instance.slot());
            });
            giveBackMemory();
        }
        try {
            process.forget(this);
        } finally {
            process.removeSegments(number, files);
        }
    }

    /** Unmaps segments without an instance at once, and all others when their instances are unreachable. */
    private void giveBackMemory() {
        releaseUnreachable();
        final Set<CounterSegment> held = new HashSet<>();
        byName.values().forEach(instance -> held.add(instance.segment()));
        ended.forEach(instance -> held.add(instance.segment));
        for (final CounterSegment segment : segments) {
            if (held.contains(segment)) {
                segment.leave(process.heldMemory());
            } else {
                segment.unmap();
            }
        }
        byName.clear();
        ids.clear();
        ended.clear();
        segments.clear();
    }

    /** Makes the first file, so that readers see the set before it has an instance. */
    synchronized void openFirst() {
        if (!closed) {
            segments.add(newSegment(CounterFileDescriptor.SHORT_NAME_ROOM));
        }
    }

    /** Publish the segments that are not published yet. */
    void publish() {
        publish(CounterSegment::isUnseen);
    }

    /** Make files again that were removed or replaced, and return them. */
    synchronized List<Path> restore() {
        return segments.stream().anyMatch(CounterSegment::isLost) ? publish(CounterSegment::isLost) : List.of();
    }

    private synchronized List<Path> publish(final Predicate<CounterSegment> which) {
        final List<Path> published = new ArrayList<>();
        try {
            boolean isSeen = true;
            for (int i = 0; i < segments.size(); i++) {
                final CounterSegment segment = segments.get(i);
                if (which.test(segment)) {
                    final MappedFile made = process.newFile(number, i, content, segment.geometry());
                    segment.publish(made,
                            byName.values().stream().filter(instance -> instance.segment() == segment).toList());
                    published.add(made.path());
                }
                isSeen &= !segment.isUnseen();
            }
            problem = isSeen ? null : problem;
        } catch (final RingsideException e) {
            problem = String.valueOf(e.getMessage());
        }
        return published;
    }

    /** Store values that were set during {@link #publish}. */
    synchronized void settle() {
        byName.values().forEach(PushedInstance::settle);
    }

    synchronized void end(final PushedInstance instance) {
        if (closed) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "instance has ended with its counter set: counterSet="
                            + schema.name() + ", instance=" + instance.name() + ": close instances first");
        }
        if (instance.end()) {
            instance.segment().end(instance.slot());
            byName.remove(CounterPath.Instance.key(instance.name()));
            ids.remove(instance.id());
            ended.add(new EndedInstance(instance, unreachable));
        }
    }

    private void check(final String name, final long id) {
        if (closed) {
            throw invalid("counter set is closed", name, id, "open it again");
        }
        if (name.isEmpty() == schema.kind().hasNames()) {
            throw invalid(schema.kind().hasNames() ? "instance needs a name" : "the one instance of a set has no name",
                    name, id,
                    "kind=" + schema.kind());
        }
        if (!name.isEmpty() && !CounterPath.Instance.isAllowed(name)) {
            throw invalid("name of an instance is not allowed", name, id,
                    "1..1,023 characters, none of \\ ( ) / # * ?");
        }
        if (id < 0 || id > CounterLimits.INSTANCE_ID_MAX) {
            throw invalid("id of an instance is out of range", name, id, "max=" + CounterLimits.INSTANCE_ID_MAX);
        }
        if (ids.contains(id) || byName.containsKey(CounterPath.Instance.key(name))) {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "instance of this name or id exists: counterSet="
                    + schema.name() + ", instance=" + name + ", id=" + id + ": close it, or use others");
        }
        if (ids.size() == INSTANCES_MAX) {
            throw new RingsideException(ErrorCode.LIMIT,
                    "counter set has as many instances as there may be: counterSet="
                            + schema.name() + ", max=" + INSTANCES_MAX + ": close some");
        }
    }

    private CounterSegment segmentFor(final int nameLength) {
        releaseUnreachable();
        for (final CounterSegment segment : segments) {
            if (segment.hasRoom(nameLength)) {
                return segment;
            }
        }
        final CounterSegment added = newSegment(nameLength <= CounterFileDescriptor.SHORT_NAME_ROOM
                ? CounterFileDescriptor.SHORT_NAME_ROOM
                : CounterFileDescriptor.LONG_NAME_ROOM);
        segments.add(added);
        return added;
    }

    private CounterSegment newSegment(final int nameRoom) {
        final SlotGeometry geometry = SlotGeometry.of(content.length, schema.counters().size(), nameRoom, nextSlots);
        nextSlots = Math.min(2 * nextSlots, CounterFileDescriptor.SLOTS_MAX);
        try {
            return process.newSegment(number, segments.size(), content, geometry);
        } catch (final RingsideException e) {
            problem = String.valueOf(e.getMessage());
            return CounterSegment.unseen(geometry);
        }
    }

    private void releaseUnreachable() {
        for (EndedInstance free = poll(); free != null; free = poll()) {
            ended.remove(free);
            free.segment.release(free.slot);
        }
    }

    private @Nullable EndedInstance poll() {
        return (EndedInstance) unreachable.poll();
    }

    private RingsideException invalid(final String what, final String name, final long id, final String remedy) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, what + ": counterSet=" + schema.name()
                + ", instance=" + name + ", id=" + id + ": " + remedy);
    }
}
