package io.ringside.internal.ship.aeron;

import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.checksum.Checksums;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.security.Authenticator;
import io.aeron.security.SessionProxy;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

/** An Archive with its media driver: real ones. */
public final class ArchiveMain {
    /** Accepted, as nothing is; everything else is not. */
    static final String CREDENTIALS = "right";

    /** So small only if terms are. */
    static final int SEGMENT_BYTES = 256 * 1024;

    private ArchiveMain() {}

    /** Arguments: folder of the driver, folder of the Archive, host and port of its control. */
    public static void main(final String... args) throws InterruptedException {
        final MediaDriver.Context driver = new MediaDriver.Context()
                .aeronDirectoryName(args[0])
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(2))
                .spiesSimulateConnection(true);
        final Archive.Context archive = new Archive.Context()
                .aeronDirectoryName(args[0])
                .archiveDir(new File(args[1]))
                .controlChannel("aeron:udp?endpoint=" + args[2])
                .localControlChannel("aeron:ipc")
                .replicationChannel("aeron:udp?endpoint=localhost:0")
                .recordingEventsEnabled(false)
                .segmentFileLength(SEGMENT_BYTES)
                // Without it, an Archive that was killed cannot tell whether its last fragment is whole.
                .recordChecksum(Checksums.crc32())
                .replayChecksum(Checksums.crc32())
                .authenticatorSupplier(Guard::new)
                .idleStrategySupplier(() -> new SleepingMillisIdleStrategy(1))
                .threadingMode(ArchiveThreadingMode.SHARED);
        try (ArchivingMediaDriver running = ArchivingMediaDriver.launch(driver, archive)) {
            System.out.println("begun " + running.archive().context().archiveId());
            Thread.currentThread().join();
        }
    }

    /** Takes those who say nothing, or the right thing. */
    private static final class Guard implements Authenticator {
        private final Map<Long, String> credentials = new HashMap<>();

        @Override
        public void onConnectRequest(final long sessionId, final byte[] encodedCredentials, final long nowMs) {
            credentials.put(sessionId, new String(encodedCredentials, StandardCharsets.UTF_8));
        }

        @Override
        public void onChallengeResponse(final long sessionId, final byte[] encodedCredentials, final long nowMs) {
            throw new IllegalStateException("nobody was asked");
        }

        @Override
        public void onConnectedSession(final SessionProxy session, final long nowMs) {
            final String given = credentials.remove(session.sessionId());
            if (given == null || given.isEmpty() || given.equals(CREDENTIALS)) {
                session.authenticate(null);
            } else {
                session.reject();
            }
        }

        @Override
        public void onChallengedSession(final SessionProxy session, final long nowMs) {
            session.reject();
        }
    }
}
