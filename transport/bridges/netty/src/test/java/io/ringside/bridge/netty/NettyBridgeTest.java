package io.ringside.bridge.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.counter.CounterQuery;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** With allocators and event loops of Netty itself. */
@Timeout(60)
class NettyBridgeTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int TASKS = 5;

    private final Path trace;
    private final Ringside ringside;
    private final NettyBridge bridge;

    NettyBridgeTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        trace = folder.resolve("trace");
        ringside = Ringside.connect(new RingsideContext().directory(trace).registerTimeoutNs(TIMEOUT_NS));
        bridge = NettyBridge.open(ringside);
    }

    @AfterEach
    void close() {
        bridge.close();
        ringside.close();
    }

    private List<CounterQuery.Row> rows(final String path) {
        try (CounterQuery query = CounterQuery.open(trace).timeoutNs(TIMEOUT_NS)) {
            final CounterQuery.Item item = query.add(path);
            query.collect();
            return List.copyOf(item.rows());
        }
    }

    private long value(final String path) {
        final List<CounterQuery.Row> rows = rows(path);
        assertThat(rows).as(path).hasSize(1);
        return rows.get(0).raw();
    }

    @Test
    void shouldTellWhatAPooledAllocatorHas() {
        final PooledByteBufAllocator pooled = new PooledByteBufAllocator(true);
        bridge.allocator("orders", pooled);
        assertThat(value("Netty Allocator(orders)\\active allocations")).isZero();

        final int bytes = 100_000;
        final ByteBuf buffer = pooled.directBuffer(bytes);
        try {
            assertThat(value("Netty Allocator(orders)\\direct memory"))
                    .isEqualTo(pooled.metric().usedDirectMemory()).isGreaterThanOrEqualTo(bytes);
            assertThat(value("Netty Allocator(orders)\\pinned direct memory")).isGreaterThanOrEqualTo(bytes);
            assertThat(value("Netty Allocator(orders)\\active allocations")).isEqualTo(1);
            assertThat(value("Netty Allocator(orders)\\allocations/sec")).isEqualTo(1);
            assertThat(value("Netty Allocator(orders)\\thread caches"))
                    .isEqualTo(pooled.metric().numThreadLocalCaches());
        } finally {
            buffer.release();
        }
        assertThat(value("Netty Allocator(orders)\\pinned direct memory")).isZero();
    }

    @Test
    void shouldTellWhatAnAllocatorWithoutAPoolHas() {
        final UnpooledByteBufAllocator unpooled = new UnpooledByteBufAllocator(false);
        bridge.allocator("plain", unpooled).allocator("other", new UnpooledByteBufAllocator(false));
        final ByteBuf buffer = unpooled.heapBuffer(1000);
        try {
            assertThat(value("Netty Allocator(plain)\\heap memory")).isEqualTo(1000);
            assertThat(value("Netty Allocator(other)\\heap memory")).isZero();
            assertThat(value("Netty Allocator(plain)\\active allocations")).isZero();
        } finally {
            buffer.release();
        }
    }

    @Test
    void shouldShowAllAllocatorsIfTheirNamesAreTheSame() {
        final UnpooledByteBufAllocator last = new UnpooledByteBufAllocator(false);
        bridge.allocator("orders/in", new UnpooledByteBufAllocator(false))
                .allocator("Orders?in", new UnpooledByteBufAllocator(false)).allocator("orders_in", last);
        final ByteBuf buffer = last.heapBuffer(1000);
        try {
            final List<CounterQuery.Row> rows = rows("Netty Allocator(*)\\heap memory");
            assertThat(rows).extracting(row -> row.path().toString()).doesNotHaveDuplicates().hasSize(3)
                    .anyMatch(path -> path.contains("(orders_in)"));
            assertThat(rows).extracting(CounterQuery.Row::raw).containsExactlyInAnyOrder(0L, 0L, 1000L);
            final CounterQuery.Row row = rows.stream().filter(each -> each.raw() > 0).findFirst().orElseThrow();
            assertThat(value("Netty Allocator(orders_in " + row.id() + ")\\heap memory")).isEqualTo(1000);
        } finally {
            buffer.release();
        }
    }

    @Test
    void shouldTellTasksThatWaitAndChannelsOfEachLoopUntilItEnds() throws InterruptedException {
        final EventLoopGroup group = new NioEventLoopGroup(2);
        try {
            bridge.eventLoops("gateway", group);
            final EventLoop loop = group.next();
            loop.register(new NioSocketChannel()).sync();
            final CountDownLatch isHeld = new CountDownLatch(1);
            final CountDownLatch end = new CountDownLatch(1);
            loop.execute(() -> {
                isHeld.countDown();
                awaitUninterruptibly(end);
            });
            isHeld.await();
            for (int i = 0; i < TASKS; i++) {
                loop.execute(() -> {});
            }
            assertThat(rows("Netty Event Loop(*)\\pending tasks")).extracting(CounterQuery.Row::raw)
                    .containsExactlyInAnyOrder((long) TASKS, 0L);
            assertThat(rows("Netty Event Loop(*)\\channels")).extracting(CounterQuery.Row::raw)
                    .containsExactlyInAnyOrder(1L, 0L);
            assertThat(value("Netty Event Loop(gateway 1)\\pending tasks")).isBetween(0L, (long) TASKS);
            end.countDown();
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
        assertThat(rows("Netty Event Loop(*)\\pending tasks")).isEmpty();
    }

    private static void awaitUninterruptibly(final CountDownLatch end) {
        try {
            end.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
