package io.ringside.internal.ship.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.ringside.ship.ShipContext;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/** Somebody who publishes what they like, as the recording of an id, without anything of a sender. For one thread. */
final class ForeignPublisher implements AutoCloseable {
    private static final long PAUSE_NS = 1000;

    private final AeronClient client;
    private final AeronArchive archive;
    private final ExclusivePublication publication;
    private final long subscription;
    private final UUID id;

    /** Has the Archive record what comes: after what it has of the recording, or anew. */
    ForeignPublisher(final ShipContext context, final UUID id) {
        this.id = id;
        client = new AeronClient(context);
        archive = client.archive();
        final AeronSettings settings = client.settings();
        // The Archive ends a recording soon after it was asked.
        client.await("stop", () -> client.stream(id) == null || !stream().isActive());
        final ArchivedStream known = client.stream(id);
        publication = client.aeron().addExclusivePublication(
                known == null ? settings.publicationChannel(id) : settings.publicationChannel(known),
                settings.dataStream());
        final String channel = settings.recordedChannel(id, publication.sessionId());
        subscription = known == null
                ? archive.startRecording(channel, settings.dataStream(), SourceLocation.REMOTE, true)
                : archive.extendRecording(known.id(), channel, settings.dataStream(), SourceLocation.REMOTE, true);
        client.await("begin", () -> publication.isConnected() && client.stream(id) != null && stream().isActive());
    }

    ArchivedStream stream() {
        return Objects.requireNonNull(client.stream(id));
    }

    AeronClient client() {
        return client;
    }

    /** Publishes messages, and waits until all are recorded. */
    void publish(final List<byte[]> messages) {
        for (final byte[] each : messages) {
            final UnsafeBuffer message = new UnsafeBuffer(each);
            long position = publication.offer(message);
            while (position <= 0) {
                if (position == Publication.CLOSED || position == Publication.NOT_CONNECTED) {
                    throw new AssertionError(Publication.errorString(position));
                }
                LockSupport.parkNanos(PAUSE_NS);
                position = publication.offer(message);
            }
        }
        final long archived = stream().id();
        client.await("record", () -> archive.getRecordingPosition(archived) >= publication.position());
    }

    @Override
    public void close() {
        archive.tryStopRecording(subscription);
        client.await("stop", () -> !stream().isActive());
        publication.close();
        client.close();
    }
}
