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
 * The replay of a recorded process: a runtime with the identity, schemas and lanes of that process, so that readers see
 * the process itself. Used by the replayer's thread only.
 */
final class ReplayedProcess implements AutoCloseable {
    /** Index instead of that of a recorded lane for events that were lost without a lane. */
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
    /** Indexes of schemas in this runtime plus one, by their index in the recording; 0 if not registered yet. */
    private final int[] schemas = new int[FrameDescriptor.CONTROL_SCHEMA_INDEX];
    private final Int2ObjectHashMap<ReplayLane> lanes = new Int2ObjectHashMap<>();
    /** Names of schemas that have fields with published names, by the index of the schema in the recording. */
    private final Int2ObjectHashMap<Names> names = new Int2ObjectHashMap<>();
    private boolean isShortOfLanes;

    /**
     * Creates a runtime that represents a process.
     *
     * @param directory   trace directory of the session
     * @param recorded    process in the recording
     * @param sessionName name of the session to write to
     * @param problems    receives reasons why something cannot be replayed
     * @throws RingsideException if the runtime cannot be connected to the session
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

    /** Returns the identity of the recorded process, except that incarnation and clocks are those of this process. */
    private static ProcessIdentity standIn(final ProcessIdentity own, final @Nullable ProcessIdentity as) {
        return as == null
                ? own
                : new ProcessIdentity(own.incarnation(), as.pid(), as.startTimeNs(), new Host(as.host().bootId(),
                        as.host().pidNamespace(), own.host().monotonicShiftNs(), own.host().boottimeShiftNs()),
                        own.clocks(), as.command());
    }

    /** Returns the reference with which records refer to the event for a gap. */
    long markReference() {
        return FrameDescriptor.reference(markIndex, 0);
    }

    /**
     * Returns the reference of a record to its event in this runtime.
     *
     * @param word first word of the recorded record
     * @return {@link #NULL_REFERENCE} if the schema could not be registered, for a reason that was reported
     */
    long reference(final long word) {
        final int known = schemas[FrameDescriptor.schemaIndex(word)];
        return known <= 0
                ? NULL_REFERENCE
                : FrameDescriptor.reference(known - 1, FrameDescriptor.eventIndex(word))
                        | (word & FrameDescriptor.EXTENDED);
    }

    /** Registers the schema of a record, if it has not been registered yet. */
    void prepare(final long word) {
        final int recordedIndex = FrameDescriptor.schemaIndex(word);
        if (schemas[recordedIndex] == 0) {
            schemas[recordedIndex] = register(recordedIndex);
        }
    }

    /**
     * Publishes the names that the process had published up to the current reading position, unless they are already
     * published. The time between a name and an event that may need it stays the same.
     *
     * @param word          first word of the event's record
     * @param recordedTicks time of the event in the recording
     * @param lane          lane to which the event is written
     * @param timeNs        time of the event in nanoseconds since 1970, as it is written
     */
    void publishNames(final long word, final long recordedTicks, final ReplayLane lane, final long timeNs) {
        final Names known = names.get(FrameDescriptor.schemaIndex(word));
        if (known != null) {
            known.publish(lane.timeTicks(timeNs) - recordedTicks);
        }
    }

    /** Returns the lane that represents a recorded lane; for losses without a lane, one that is never acquired. */
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

    /** The names of a provider, copied from the recording to the session. */
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
