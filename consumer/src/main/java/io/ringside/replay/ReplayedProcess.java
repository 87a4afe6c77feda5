package io.ringside.replay;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.provider.RuntimeDoor;
import io.ringside.internal.recording.RecordedProcess;
import io.ringside.internal.recording.ReplayMark;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessIdentity.Host;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.internal.write.ReplayLane;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.PublishedNames.Entry;
import io.ringside.write.WriteOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A process of a recording, as it is replayed: a runtime that readers take for it, with the schemas and lanes that it
 * had. For the replayer's thread.
 */
final class ReplayedProcess implements AutoCloseable {
    /** Instead of the index of a recorded lane: the events were lost without one. */
    static final int NO_LANE = -1;

    static final long NULL_REFERENCE = -1;

    private static final int REFUSED = -1;
    private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int SPARE_LANES = 4;

    private final RecordedProcess recorded;
    private final String sessionName;
    private final Consumer<String> problems;
    private final Ringside ringside;
    private final WriteOptions.Target session;
    private final int markIndex;
    /** Indexes of schemas here plus one, by their index in the recording; 0 if not known yet. */
    private final int[] schemas = new int[FrameDescriptor.CONTROL_SCHEMA_INDEX];
    private final Int2ObjectHashMap<ReplayLane> lanes = new Int2ObjectHashMap<>();
    /** Names by the index of a schema in the recording, of those with fields whose names are published. */
    private final Int2ObjectHashMap<Names> names = new Int2ObjectHashMap<>();
    private boolean isShortOfLanes;

    /**
     * Stand in for a process.
     *
     * @param directory   of the session
     * @param recorded    the process
     * @param sessionName of the session to write to
     * @param problems    gets reasons why something cannot be replayed
     * @throws RingsideException if it is not possible
     */
    ReplayedProcess(final Path directory, final RecordedProcess recorded, final String sessionName,
            final Consumer<String> problems) {
        this.recorded = recorded;
        this.sessionName = sessionName;
        this.problems = problems;
        final RuntimeDoor door = RuntimeDoor.opened();
        final ProcessIdentity identity = recorded.identity();
        ringside = door.connect(new RingsideContext().directory(directory).registerTimeoutNs(REGISTER_TIMEOUT_NS)
                .spareLanes(SPARE_LANES), own -> standIn(own, identity));
        boolean complete = false;
        try {
            final ProviderRegistration mark = ringside.register(ReplayMark.SCHEMA);
            if (mark.status() != ProviderRegistration.Status.ACTIVE) {
                throw new RingsideException(ErrorCode.FILE_SYSTEM, mark.problem() == null
                        ? "process is not registered yet: process=" + recorded.incarnation() + ": try again"
                        : mark.problem());
            }
            markIndex = door.schemaIndex(mark);
            session = door.address(mark, sessionName).orElseThrow(() -> ended(sessionName));
            complete = true;
        } finally {
            if (!complete) {
                ringside.close();
            }
        }
    }

    static RingsideException ended(final String sessionName) {
        return new RingsideException(ErrorCode.NOT_FOUND, "session has ended: session=" + sessionName
                + ": start it and replay again");
    }

    /** Run and clock are those of the process that replays; all else is as it was. */
    private static ProcessIdentity standIn(final ProcessIdentity own, final @Nullable ProcessIdentity as) {
        return as == null
                ? own
                : new ProcessIdentity(own.incarnation(), as.pid(), as.startTimeNs(), new Host(as.host().bootId(),
                        as.host().pidNamespace(), own.host().monotonicShiftNs(), own.host().boottimeShiftNs()),
                        own.clocks(), as.command());
    }

    /** Returns the reference of records to the event of a gap. */
    long markReference() {
        return FrameDescriptor.reference(markIndex, 0);
    }

    /**
     * Returns the reference of a record to its event here.
     *
     * @param word of the record
     * @return {@link #NULL_REFERENCE} if there is no such schema: the reason was given
     */
    long reference(final long word) {
        final int known = schemas[FrameDescriptor.schemaIndex(word)];
        return known <= 0
                ? NULL_REFERENCE
                : FrameDescriptor.reference(known - 1, FrameDescriptor.eventIndex(word))
                        | (word & FrameDescriptor.EXTENDED);
    }

    /** Register the schema of a record, if it is not yet. */
    void prepare(final long word) {
        final int recordedIndex = FrameDescriptor.schemaIndex(word);
        if (schemas[recordedIndex] == 0) {
            schemas[recordedIndex] = register(recordedIndex);
        }
    }

    /**
     * Publish what the process has published up to where was read, and has not been published yet. A name keeps its
     * distance in time to an event that may need it.
     *
     * @param word          of the event's record
     * @param recordedTicks time of the event in the recording
     * @param lane          that it is written into
     * @param timeNs        its time in nanoseconds since 1970, as it is written
     */
    void publishNames(final long word, final long recordedTicks, final ReplayLane lane, final long timeNs) {
        final Names known = names.get(FrameDescriptor.schemaIndex(word));
        if (known != null) {
            known.publish(lane.timeTicks(timeNs) - recordedTicks);
        }
    }

    /** The lane that stands in for one of the recording; for what was lost without a lane, one that is never taken. */
    ReplayLane lane(final int recordedIndex) {
        final ReplayLane known = lanes.get(recordedIndex);
        if (known != null) {
            return known;
        }
        final ReplayLane lane = RuntimeDoor.opened().newLane(ringside, session);
        if (recordedIndex != NO_LANE && !RuntimeDoor.opened().takeLane(ringside, lane) && lane.stands()
                && !isShortOfLanes) {
            isShortOfLanes = true;
            problems.accept("session has no lane left for a thread, whose events are counted as lost: session="
                    + sessionName + ", process=" + recorded.incarnation() + ", lanes=" + lanes.size()
                    + ": start the session with more --lanes, or a higher --max-bytes");
        }
        lanes.put(recordedIndex, lane);
        return lane;
    }

    @Override
    public void close() {
        ringside.close();
    }

    private int register(final int recordedIndex) {
        final RegisteredSchema entry = recorded.schema(recordedIndex);
        final ProviderSchema schema = entry == null
                ? null
                : recorded.schema(new SchemaFileName(entry.providerId(), entry.contentHash()));
        if (schema == null) {
            problems.accept("recording does not describe the events of a provider, which are not replayed: provider="
                    + (entry == null ? "unknown" : entry.providerId()) + ": restore intact files of the recording");
            return 0;
        }
        final ProviderRegistration registration = ringside.register(schema);
        if (registration.status() != ProviderRegistration.Status.ACTIVE) {
            problems.accept("provider cannot be registered, and its events are not replayed: provider="
                    + schema.name() + ", reason=" + registration.problem());
            return REFUSED;
        }
        if (schema.hasPublishedNames()) {
            names.put(recordedIndex, new Names(registration, recorded.published(schema.id())));
        }
        return RuntimeDoor.opened().schemaIndex(registration) + 1;
    }

    /** Names of a provider, on their way from the recording into the session. */
    private static final class Names {
        private final ProviderRegistration registration;
        private final Supplier<PublishedNames> recorded;
        private int published;

        Names(final ProviderRegistration registration, final Supplier<PublishedNames> recorded) {
            this.registration = registration;
            this.recorded = recorded;
        }

        void publish(final long shiftTicks) {
            final List<Entry> more = recorded.get().entries(published);
            if (!more.isEmpty()) {
                published += more.size();
                RuntimeDoor.opened().publishNames(registration,
                        more.stream().map(each -> each.at(each.timeTicks() + shiftTicks)).toList());
            }
        }
    }
}
