package io.ringside.bridge.aeron;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.counter.CounterQuery;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** With a media driver and clients of Aeron itself. */
@Timeout(60)
class AeronBridgeTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int STREAM = 7;
    private static final int MESSAGES = 10;
    private static final int MESSAGE_BYTES = 100;

    private final Path trace;
    private final Path place;
    private final Ringside ringside;
    private final AeronBridge bridge;

    AeronBridgeTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        trace = folder.resolve("trace");
        place = folder.resolve("exchange");
        ringside = Ringside.connect(new RingsideContext().directory(trace).registerTimeoutNs(TIMEOUT_NS));
        bridge = AeronBridge.open(ringside, place);
    }

    @AfterEach
    void close() {
        bridge.close();
        ringside.close();
    }

    private MediaDriver driver() {
        return driver(true);
    }

    private MediaDriver driver(final boolean deletesItsDirectory) {
        return MediaDriver.launch(new MediaDriver.Context().aeronDirectoryName(place.toString())
                .threadingMode(ThreadingMode.SHARED).dirDeleteOnStart(true).dirDeleteOnShutdown(deletesItsDirectory)
                .ipcTermBufferLength(64 * 1024).publicationTermBufferLength(64 * 1024));
    }

    private Aeron client() {
        return Aeron.connect(new Aeron.Context().aeronDirectoryName(place.toString()));
    }

    /** Rows of one counter at this moment. */
    private List<CounterQuery.Row> rows(final String path) {
        try (CounterQuery query = CounterQuery.open(trace).timeoutNs(TIMEOUT_NS)) {
            final CounterQuery.Item item = query.add(path);
            query.collect();
            return List.copyOf(item.rows());
        }
    }

    private static long publish(final Publication publication) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[MESSAGE_BYTES]);
        for (int i = 0; i < MESSAGES; i++) {
            await().until(() -> publication.offer(message) > 0);
        }
        return publication.position();
    }

    @Test
    void shouldHaveAnInstanceForEachCounterOfTheDriver() {
        try (MediaDriver driver = driver();
                Aeron client = client();
                Publication publication = client.addPublication("aeron:ipc", STREAM)) {
            final List<CounterQuery.Row> rows = rows("Aeron Counter(*)\\value");
            assertThat(rows).anyMatch(row -> row.path().toString().contains("(exchange 0 Bytes sent"))
                    .anyMatch(row -> row.path().toString().contains("pub-lmt_ ")
                            || row.path().toString().contains("pub-lmt: "));
            client.countersReader().forEach((id, type, key, label) -> assertThat(rows)
                    .anyMatch(row -> row.id() == id));
            assertThat(driver.aeronDirectoryName()).isEqualTo(place.toString());
            assertThat(publication.isClosed()).isFalse();
        }
    }

    @Test
    void shouldTellHowFarTheSlowestSubscriberIsBehind() {
        try (MediaDriver driver = driver();
                Aeron client = client();
                Publication publication = client.addPublication("aeron:ipc", STREAM);
                Subscription fast = client.addSubscription("aeron:ipc", STREAM);
                Subscription slow = client.addSubscription("aeron:ipc", STREAM)) {
            await().until(() -> fast.isConnected() && slow.isConnected());
            final long position = publish(publication);
            await().until(() -> fast.poll((buffer, offset, length, header) -> {}, MESSAGES) == 0
                    && fast.imageAtIndex(0).position() == position);
            slow.poll((buffer, offset, length, header) -> {}, 1);
            final long consumed = slow.imageAtIndex(0).position();

            // Aeron samples the position of publishers once a second.
            await().until(() -> value("publisher position") == position);
            assertThat(value("subscriber position")).isEqualTo(consumed).isPositive().isLessThan(position);
            assertThat(value("subscriber backlog")).isEqualTo(position - consumed);
            assertThat(value("subscribers")).isEqualTo(2);
            await().until(() -> value("publisher limit") == publication.positionLimit());
            assertThat(value("publisher window")).isEqualTo(publication.positionLimit() - position);
            assertThat(driver.context().ipcTermBufferLength()).isPositive();
        }
    }

    private long value(final String counter) {
        final List<CounterQuery.Row> rows = rows("Aeron Stream(*)\\" + counter);
        assertThat(rows).singleElement().extracting(row -> row.path().toString()).asString()
                .contains("(exchange ", " " + STREAM + " aeron:ipc");
        return rows.get(0).raw();
    }

    @Test
    void shouldTellBothSidesOfANetwork() {
        try (MediaDriver driver = driver();
                Aeron client = client();
                Subscription subscription = client.addSubscription("aeron:udp?endpoint=127.0.0.1:0", STREAM)) {
            await().until(() -> !subscription.localSocketAddresses().isEmpty());
            final String channel = "aeron:udp?endpoint=" + subscription.localSocketAddresses().get(0);
            try (Publication publication = client.addPublication(channel, STREAM)) {
                await().until(subscription::isConnected);
                final long position = publish(publication);
                await().until(() -> max("sender position") == position && max("receiver position") == position
                        && max("receiver high-water mark") == position);
                assertThat(max("subscriber backlog")).isEqualTo(position);
                assertThat(max("sender limit")).isPositive();
                assertThat(driver.context().dirDeleteOnShutdown()).isTrue();
            }
        }
    }

    private long max(final String counter) {
        return rows("Aeron Stream(*)\\" + counter).stream().mapToLong(CounterQuery.Row::raw).max().orElse(0);
    }

    @Test
    void shouldFollowADriverThatComesLaterGoesAndComesAgain() {
        assertThat(rows("Aeron Counter(*)\\value")).isEmpty();
        for (int i = 0; i < 2; i++) {
            try (MediaDriver driver = driver()) {
                assertThat(driver.aeronDirectoryName()).isEqualTo(place.toString());
                await().until(() -> !rows("Aeron Counter(*)\\value").isEmpty());
            }
            assertThat(rows("Aeron Counter(*)\\value")).isEmpty();
        }
    }

    @Test
    void shouldHaveNoInstancesOfADriverThatHasLeftItsFileBehindUntilOneStartsAgain() {
        for (int i = 0; i < 2; i++) {
            try (MediaDriver driver = driver(false)) {
                assertThat(driver.aeronDirectoryName()).isEqualTo(place.toString());
                await().until(() -> !rows("Aeron Counter(*)\\value").isEmpty());
            }
            assertThat(place.resolve("cnc.dat")).isRegularFile();
            assertThat(rows("Aeron Counter(*)\\value")).isEmpty();
        }
    }

    /** As of a driver that was killed: its last heartbeat is as old as Aeron's clients bear. */
    @Test
    void shouldHaveNoCountersWhenTheHeartbeatOfTheDriverIsOld() {
        final AtomicLong aheadMs = new AtomicLong();
        try (MediaDriver driver = driver();
                CountersFile file = new CountersFile(place.resolve("cnc.dat"),
                        () -> System.currentTimeMillis() + aheadMs.get())) {
            await().until(() -> isRead(file));
            aheadMs.set(2 * driver.context().driverTimeoutMs());
            assertThat(isRead(file)).isFalse();
            aheadMs.set(0);
            await().until(() -> isRead(file));
        }
    }

    private static boolean isRead(final CountersFile file) {
        final AtomicBoolean isRead = new AtomicBoolean();
        file.read(counters -> isRead.set(true));
        return isRead.get();
    }
}
