package io.ringside.internal.ship.aeron;

import io.aeron.Aeron;
import io.aeron.ChannelUri;
import io.aeron.CommonContext;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.archive.client.RecordingDescriptorConsumer;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.RegistrationException;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.NullCredentialsSupplier;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.concurrent.NoOpLock;
import org.jspecify.annotations.Nullable;

import static io.aeron.ErrorCode.INVALID_CHANNEL;
import static io.aeron.ErrorCode.STORAGE_SPACE;

/**
 * A connection to an Archive, which is opened when needed, and again after a failure. It also translates failures. Not
 * thread-safe.
 */
final class AeronClient implements AutoCloseable {
    private static final int PAGE = 256;
    /** Maximum number of recordings of the Archive that are checked, because any process can create recordings. */
    private static final int LISTED_MAX = 16 * 1024;
    private static final int FRAGMENTS = 256;
    /** Maximum number of listed recordings whose alias begins with that of another one. */
    private static final int SIMILAR_MAX = 16;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private final ShipContext context;
    private final AeronSettings settings;
    /** Latest failure reported by the client's own thread, or by the Archive outside of a call. */
    private final AtomicReference<@Nullable Throwable> lately = new AtomicReference<>();
    private @Nullable OwnDriver driver;
    private @Nullable Aeron aeron;
    private @Nullable AeronArchive archive;
    private @Nullable Subscription replays;
    private boolean isRefused;
    private boolean connected;

    AeronClient(final ShipContext context) {
        this.context = context;
        this.settings = new AeronSettings(context);
    }

    AeronSettings settings() {
        return settings;
    }

    /** Returns the connection, after connecting if necessary. */
    AeronArchive archive() {
        final AeronArchive open = archive;
        if (open != null) {
            return open;
        }
        if (!connected) {
            settings.requireHost();
        }
        lately.set(null);
        final AeronArchive opened = AeronArchive.connect(new AeronArchive.Context()
                .aeron(aeron())
                .ownsAeronClient(false)
                .controlRequestChannel(settings.controlChannel())
                .controlRequestStreamId(settings.controlStream())
                .controlResponseChannel(settings.responseChannel())
                .controlResponseStreamId(settings.responseStream())
                .messageTimeoutNs(settings.messageTimeoutNs())
                .credentialsSupplier(credentials())
                .lock(NoOpLock.INSTANCE)
                .errorHandler(this::refused));
        archive = opened;
        connected = true;
        return opened;
    }

    /** Handles an error response to an earlier request, which arrives while this thread waits for another response. */
    private void refused(final Throwable failure) {
        isRefused |= failure instanceof ArchiveException;
        lately.set(failure);
    }

    private CredentialsSupplier credentials() {
        final String text = settings.credentials();
        if (text == null) {
            return new NullCredentialsSupplier();
        }
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new CredentialsSupplier() {
            @Override
            public byte[] encodedCredentials() {
                return bytes;
            }

            @Override
            public byte[] onChallenge(final byte[] encodedChallenge) {
                return bytes;
            }
        };
    }

    /** Returns the client of the driver, after starting a driver if necessary. */
    Aeron aeron() {
        final Aeron open = aeron;
        if (open != null && !open.isClosed()) {
            return open;
        }
        closeAeron();
        final Aeron.Context connection = new Aeron.Context().errorHandler(lately::set);
        final String folder = settings.dir();
        if (folder == null) {
            final OwnDriver own = OwnDriver.launch(lately::set);
            driver = own;
            connection.aeronDirectoryName(own.aeronDirectoryName());
        } else {
            connection.aeronDirectoryName(folder)
                    .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(settings.messageTimeoutNs()));
        }
        final Aeron opened = Aeron.connect(connection);
        aeron = opened;
        return opened;
    }

    /** Returns a text about the failure reported by the Archive or the driver since the last call; empty if none. */
    String lately() {
        final Throwable reported = lately.getAndSet(null);
        return reported == null ? "" : ", reported=" + reported.getMessage();
    }

    /** Whether the Archive has rejected an initially accepted request since the last call. */
    boolean takeRefusal() {
        final boolean taken = isRefused;
        isRefused = false;
        return taken;
    }

    /** Returns the Archive's recordings of the topic: the oldest for each recording of ours; others are skipped. */
    List<ArchivedStream> streams() {
        return new ArrayList<>(list(settings.aliasPrefix()).values());
    }

    /** Returns the stream of a recording of ours; null if there is none. */
    @Nullable
    ArchivedStream stream(final UUID recordingId) {
        return list(settings.alias(recordingId)).get(recordingId);
    }

    /** Whether a recording of the Archive is active, and records the publication with the given session id. */
    boolean isRecorded(final long id, final int sessionId) {
        final Listing listing = new Listing();
        archive().listRecording(id, listing);
        return listing.found.values().stream().anyMatch(each -> each.isActive() && each.sessionId() == sessionId);
    }

    private Map<UUID, ArchivedStream> list(final String alias) {
        final Listing listing = new Listing();
        int count = PAGE;
        while (count == PAGE) {
            count = archive().listRecordingsForUri(listing.next, PAGE, CommonContext.ALIAS_PARAM_NAME + "=" + alias,
                    settings.dataStream(), listing);
            if (listing.found.size() > LISTED_MAX) {
                throw new RingsideException(ErrorCode.LIMIT, "the Archive has too many recordings of the "
                        + "topic: address=" + context.address() + ", max=" + LISTED_MAX
                        + ": use another topic, or purge recordings");
            }
        }
        return listing.found;
    }

    private final class Listing implements RecordingDescriptorConsumer {
        private final Map<UUID, ArchivedStream> found = new LinkedHashMap<>();
        private long next;

        @Override
        public void onRecordingDescriptor(final long controlSessionId, final long correlationId, final long recordingId,
                final long startTimestamp, final long stopTimestamp, final long startPosition, final long stopPosition,
                final int initialTermId, final int segmentFileLength, final int termBufferLength, final int mtuLength,
                final int sessionId, final int streamId, final String strippedChannel, final String originalChannel,
                final String sourceIdentity) {
            next = recordingId + 1;
            final UUID id = recordingIdOf(originalChannel);
            if (id != null) {
                found.putIfAbsent(id, new ArchivedStream(recordingId, id, startTimestamp, startPosition, stopPosition,
                        initialTermId, termBufferLength, mtuLength, sessionId));
            }
        }
    }

    /** Returns the id of our recording in a channel's alias; null if the channel is foreign. */
    private @Nullable UUID recordingIdOf(final String channel) {
        final String text = rest(settings.aliasPrefix(), channel);
        try {
            final UUID id = UUID.fromString(text);
            return text.equals(id.toString()) ? id : null;
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the part of a channel's alias after a prefix; empty if the alias does not begin with the prefix. */
    private static String rest(final String prefix, final String channel) {
        try {
            final String alias = ChannelUri.parse(channel).get(CommonContext.ALIAS_PARAM_NAME, "");
            return alias.startsWith(prefix) ? alias.substring(prefix.length()) : "";
        } catch (final IllegalArgumentException e) {
            return "";
        }
    }

    /** Ends all subscriptions of the Archive for a recording of ours, even if their publication never connected. */
    void stopRecording(final UUID recordingId) {
        final List<Long> subscriptions = new ArrayList<>();
        archive().listRecordingSubscriptions(0, PAGE, CommonContext.ALIAS_PARAM_NAME + "="
                + settings.alias(recordingId), settings.dataStream(), true,
                (controlSessionId, correlationId, subscriptionId, streamId, channel) -> {
                    if (recordingId.equals(recordingIdOf(channel))) {
                        subscriptions.add(subscriptionId);
                    }
                });
        subscriptions.forEach(archive()::tryStopRecording);
    }

    /** Returns the current end position of a stream. */
    long endOf(final ArchivedStream stream) {
        return stream.isActive() ? archive().getMaxRecordedPosition(stream.id()) : stream.stop();
    }

    /** Starts replaying a stream; returns the session of the replay. */
    long startReplay(final ArchivedStream stream, final long from, final long length) {
        final Subscription open = replays();
        final AtomicReference<@Nullable String> channel = new AtomicReference<>();
        await("replay", () -> {
            channel.set(open.tryResolveChannelEndpointPort());
            return channel.get() != null;
        });
        return archive().startReplay(stream.id(), from, length, String.valueOf(channel.get()),
                settings.replayStream());
    }

    /** Returns the image of a replay; null if it is not available yet. */
    @Nullable
    Image replay(final long session) {
        return replays().imageBySessionId((int) session);
    }

    /** Ends a replay; does nothing if it has already ended. */
    void stopReplay(final long session) {
        final AeronArchive open = archive;
        try {
            if (open != null) {
                open.stopReplay(session);
            }
        } catch (final ArchiveException e) {
            if (e.errorCode() != ArchiveException.UNKNOWN_REPLAY) {
                throw e;
            }
        }
    }

    /** Returns the processes that ask the topic's hosts, up to a limit. */
    List<Asker> askers(final int max) {
        return askers(settings.askerAliasPrefix(), max);
    }

    /** Whether an asker is still registered. */
    boolean isListed(final Asker asker) {
        return askers(settings.askerAlias(asker.answers(), asker.questions()), SIMILAR_MAX).contains(asker);
    }

    private List<Asker> askers(final String alias, final int max) {
        final List<Asker> askers = new ArrayList<>();
        archive().listRecordingSubscriptions(0, max, CommonContext.ALIAS_PARAM_NAME + "=" + alias,
                settings.linkStream(), true,
                (controlSessionId, correlationId, subscriptionId, streamId, channel) -> {
                    final String[] endpoints = rest(settings.askerAliasPrefix(), channel).split("/", 2);
                    askers.add(new Asker(subscriptionId, endpoints[0], endpoints.length < 2 ? "" : endpoints[1]));
                });
        return askers;
    }

    /**
     * A process that asks hosts, as registered in the Archive.
     *
     * @param subscriptionId id of its recording subscription in the Archive
     * @param answers        endpoint to which hosts send answers
     * @param questions      endpoint from which hosts receive questions
     */
    record Asker(long subscriptionId, String answers, String questions) {}

    private Subscription replays() {
        final Subscription open = replays;
        if (open != null && !open.isClosed()) {
            return open;
        }
        final Subscription opened = aeron().addSubscription(settings.replayChannel(), settings.replayStream());
        replays = opened;
        return opened;
    }

    private Image awaitReplay(final long session) {
        final long beginNs = System.nanoTime();
        Image image = replay(session);
        while (image == null) {
            requireTime("replay", beginNs, false);
            image = replay(session);
        }
        return image;
    }

    /** Reads the records of a part of a stream. The part must begin where a message begins. */
    void read(final ArchivedStream stream, final long from, final long to, final Consumer<byte[]> records) {
        final long session = startReplay(stream, from, to - from);
        boolean complete = false;
        try {
            final Image image = awaitReplay(session);
            final RecordAssembly assembly = new RecordAssembly();
            long movedNs = System.nanoTime();
            while (image.position() < to) {
                final int fragments = image.poll((buffer, offset, length, header) -> {
                    final byte[] bytes = assembly.add(buffer, offset, length, header.flags());
                    if (bytes != null) {
                        records.accept(bytes);
                    }
                }, FRAGMENTS);
                if (fragments > 0) {
                    movedNs = System.nanoTime();
                } else {
                    requireTime("replay", movedNs, image.isClosed());
                }
            }
            complete = true;
        } finally {
            if (!complete) {
                CloseHelper.quietClose(() -> stopReplay(session));
            }
        }
    }

    boolean isInterrupted() {
        return context.interrupted().getAsBoolean();
    }

    /** Waits until a condition holds, up to the timeout of the Archive. */
    void await(final String what, final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            requireTime(what, beginNs, false);
        }
    }

    /** Pauses for a moment; fails if the time has elapsed, the wait is pointless, or the command was interrupted. */
    private void requireTime(final String what, final long sinceNs, final boolean isOver) {
        if (isOver || System.nanoTime() - sinceNs > settings.messageTimeoutNs()
                || context.interrupted().getAsBoolean()) {
            throw new RingsideException(ErrorCode.TIMEOUT, "the Archive has not done in time what it was "
                    + "asked for: address=" + context.address() + ", action=" + what + ", waitedMs="
                    + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNs) + lately()
                    + ": check that it is running, and that this machine can be reached from it");
        }
        LockSupport.parkNanos(PAUSE_NS);
    }

    /** Returns the exception for a failure of Aeron, {@link ErrorCode#TIMEOUT} if temporary; throws other failures. */
    RingsideException failure(final String action, final RuntimeException failed) {
        if (failed instanceof final RingsideException known) {
            return known;
        }
        // Removes ids that change with each attempt, so that a repeated failure has the same message and is reported
        // once.
        final String where = ": address=" + context.address() + ", reason="
                + String.valueOf(failed.getMessage()).replaceAll(",? (publication|subscription)[^ =]*=\\S+", "") + ": ";
        if (failed instanceof IllegalArgumentException || (failed instanceof final RegistrationException rejected
                && rejected.errorCode() == INVALID_CHANNEL)) {
            return new RingsideException(ErrorCode.INVALID_ARGUMENT, "Aeron rejects a setting" + where
                    + "correct the address or the properties", failed);
        }
        if (failed instanceof final RegistrationException rejected && rejected.errorCode() == STORAGE_SPACE) {
            return new RingsideException(ErrorCode.NO_SPACE, "no room for Aeron's buffers" + where
                    + "free space where the driver has its files; a container has a larger /dev/shm with --shm-size",
                    failed);
        }
        if (failed instanceof final ArchiveException refused) {
            if (refused.errorCode() == ArchiveException.AUTHENTICATION_REJECTED) {
                return new RingsideException(ErrorCode.ACCESS_DENIED, "the Archive rejects the credentials"
                        + where + "correct them with --property or --properties", failed);
            }
            if (refused.errorCode() == ArchiveException.UNAUTHORISED_ACTION) {
                return new RingsideException(ErrorCode.ACCESS_DENIED, "the Archive does not allow to "
                        + action + where + "have its operator grant access", failed);
            }
        }
        if (!(failed instanceof AeronException)) {
            throw failed;
        }
        return new RingsideException(ErrorCode.TIMEOUT, "cannot " + action + ", the Archive is "
                + "unreachable or busy" + where + "check the address, that the Archive is running, and that this "
                + "machine can be reached from it", failed);
    }

    /** Disconnects from the Archive, but not from the driver. */
    void leave() {
        final Subscription replayed = replays;
        final AeronArchive open = archive;
        replays = null;
        archive = null;
        CloseHelper.quietCloseAll(replayed, open);
    }

    private void closeAeron() {
        leave();
        final Aeron open = aeron;
        final OwnDriver own = driver;
        aeron = null;
        driver = null;
        CloseHelper.quietCloseAll(open, own);
    }

    @Override
    public void close() {
        closeAeron();
    }
}
