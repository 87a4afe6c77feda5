package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.lane.RingFile;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessPage;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that has attached to a session, made of files and lane writers by hand: it can stop anywhere and die
 * without a process that ends. For one thread.
 */
public final class HandMadeProvider implements AutoCloseable {
    /** Payload bytes of an event whose length does not matter. */
    public static final int PAYLOAD_BYTES = 32;

    private final TraceDirectory directory;
    private final SessionRow session;
    private final LaneGeometry geometry;
    private final Participant participant;
    private final ProcessPage page;
    private LedgerFile ledger;
    private final List<MappedFile> mappings = new ArrayList<>();
    private final List<LaneWriter> lanes = new ArrayList<>();
    private long timeTicks = 1_000;
    private boolean closed;

    private HandMadeProvider(final TraceDirectory directory, final SessionRow session) {
        this.directory = directory;
        this.session = session;
        this.geometry = LaneGeometry.of(session.settings().laneBytes());
        this.participant = Participant.join(directory);
        this.page = ProcessPage.create(directory, participant.files(),
                ProcessIdentity.ofThisProcess(participant.incarnation()));
        this.ledger = createLedger();
    }

    /**
     * Begin to live, and attach with the lanes of one batch.
     *
     * @param directory to live in
     * @param session   to attach to
     */
    public static HandMadeProvider attach(final TraceDirectory directory, final SessionRow session) {
        final HandMadeProvider provider = new HandMadeProvider(directory, session);
        provider.page.openLosses(session.slot(), session.id());
        provider.addBatch();
        provider.acknowledge(AckStatus.ATTACHED);
        return provider;
    }

    /** Which process it is. */
    public Incarnation incarnation() {
        return participant.incarnation();
    }

    /** Its page. */
    public ProcessPage page() {
        return page;
    }

    /** Its ledger. */
    public LedgerFile ledger() {
        return ledger;
    }

    /** Where its ledger stands. */
    public Path ledgerPath() {
        return directory.ledger(session.id(), participant.incarnation());
    }

    /**
     * Where a ring stands.
     *
     * @param batch of lanes
     */
    public Path ringPath(final int batch) {
        return directory.ring(session.id(), participant.incarnation(), batch);
    }

    /**
     * The writer of a lane.
     *
     * @param lane that stands
     */
    public LaneWriter lane(final int lane) {
        return lanes.get(lane);
    }

    /** Time of the last event. */
    public long timeTicks() {
        return timeTicks;
    }

    /**
     * Let the clock go to a moment.
     *
     * @param timeTicks of the next event or loss
     * @return this
     */
    public HandMadeProvider at(final long timeTicks) {
        this.timeTicks = timeTicks - 1;
        return this;
    }

    /** Add the lanes of one more batch. */
    public void addBatch() {
        final int batch = lanes.size() / LedgerDescriptor.LANES_PER_BATCH;
        final int count = RingFile.lanes(batch, ledger.laneLimit());
        RingFile.create(participant.files(), ringPath(batch), count, geometry.laneBytes());
        final Checkpoint start = new Checkpoint();
        for (int i = 0; i < count; i++) {
            final MappedFile mapping = RingFile.mapLane(ringPath(batch), count, i, geometry.laneBytes());
            mappings.add(mapping);
            final var entry = ledger.lane(lanes.size());
            entry.initialise(start);
            final LaneWriter writer = new LaneWriter(mapping.buffer(), entry.entry(), geometry, start,
                    session.settings().overflow(), SessionSettings.ClockKind.MONOTONIC);
            writer.handOver(100 + lanes.size());
            lanes.add(writer);
        }
        ledger.laneCountRelease(lanes.size());
    }

    /** Undo the attachment, as a process does whose last ring could not be made, and attach again. */
    public void attachAgain() throws IOException {
        for (int batch = 0; Files.deleteIfExists(ringPath(batch)); batch++) {
            assert batch < session.settings().lanes();
        }
        Files.delete(ledgerPath());
        unmap();
        ledger = createLedger();
        addBatch();
    }

    /**
     * Register a schema.
     *
     * @param schema of a provider
     * @return index of the schema in records
     */
    public int register(final ProviderSchema schema) {
        final Path path = directory.schema(schema.id(), schema.contentHash());
        if (!Files.exists(path)) {
            SchemaFile.create(path, participant.files(), schema, ProviderEnablements.NONE);
        }
        return page.addRegistration(schema);
    }

    /**
     * Write an event of the schema with index 0.
     *
     * @param lane  to write to
     * @param value first in the payload
     * @return whether it had room
     */
    public boolean write(final int lane, final long value) {
        return write(lane, FrameDescriptor.reference(0, 0), value, PAYLOAD_BYTES);
    }

    /**
     * Write an event.
     *
     * @param lane          to write to
     * @param reference     of the event
     * @param value         first in the payload
     * @param payloadLength at least 8
     * @return whether it had room
     */
    public boolean write(final int lane, final long reference, final long value, final int payloadLength) {
        final LaneWriter writer = lanes.get(lane);
        writer.attempt();
        final int index = writer.reserve(payloadLength);
        timeTicks++;
        if (index < 0) {
            writer.lose(index, timeTicks);
            return false;
        }
        writer.ring().putLong(index + FrameDescriptor.RECORD_HEADER_LENGTH, value);
        writer.publish(index, reference, payloadLength, timeTicks, value, ~value);
        return true;
    }

    /**
     * Write an event of the schema with index 0.
     *
     * @param lane          to write to
     * @param value         first in the payload
     * @param payloadLength at least 8
     * @return whether it had room
     */
    public boolean write(final int lane, final long value, final int payloadLength) {
        return write(lane, FrameDescriptor.reference(0, 0), value, payloadLength);
    }

    /**
     * Write events of the schema with index 0, with one value after the other.
     *
     * @param lane       to write to
     * @param firstValue of the first event
     * @param count      of events
     */
    public void writeSequence(final int lane, final long firstValue, final int count) {
        for (int i = 0; i < count; i++) {
            write(lane, firstValue + i);
        }
    }

    /**
     * Write events until one has no room.
     *
     * @param lane       to write to
     * @param firstValue of the first event
     * @return events that had room
     */
    public int fill(final int lane, final long firstValue) {
        int written = 0;
        while (write(lane, firstValue + written)) {
            written++;
        }
        return written;
    }

    /**
     * Begin an event that will have no outcome.
     *
     * @param lane to write to
     */
    public void attempt(final int lane) {
        lanes.get(lane).attempt();
    }

    /**
     * Tell what has been applied of the session's row.
     *
     * @param status of the process
     */
    public void acknowledge(final AckStatus status) {
        acknowledge(status, session.generation());
    }

    /** Let go of the session as at its end: no number changes any more. */
    public void detach(final long generation) {
        lanes.forEach(LaneWriter::heal);
        ledger.finalRelease();
        acknowledge(AckStatus.DETACHED, generation);
    }

    /** End without having let go of anything, as a process that is killed. */
    public void die() {
        close();
    }

    private LedgerFile createLedger() {
        return LedgerFile.create(participant.files(), ledgerPath(), session.id(), session.settings().lanes(),
                geometry.laneBytes(), geometry.blockBytes());
    }

    private void unmap() {
        mappings.forEach(MappedFile::close);
        mappings.clear();
        lanes.clear();
        ledger.close();
    }

    /**
     * Tell what has been applied.
     *
     * @param status     of the process
     * @param generation of the session's row
     */
    public void acknowledge(final AckStatus status, final long generation) {
        page.acknowledge(session.slot(), Acknowledgement.of(session.id(), generation, status));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            participant.close();
            unmap();
            page.close();
        }
    }
}
