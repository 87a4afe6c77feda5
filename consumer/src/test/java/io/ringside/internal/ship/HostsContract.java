package io.ringside.internal.ship;

import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.internal.registry.ClockPair;
import io.ringside.reader.EventReader;
import io.ringside.reader.NumberedRecording;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.RecorderContext;
import io.ringside.ship.RemoteControl;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Two senders with clocks of their own, one receiver, and a real carrier between them. */
@SuppressWarnings("try") // Threads that answer in the background are not referred to.
public abstract class HostsContract {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long SETTLE_NS = 60 * SECOND_NS;
    private static final UUID BOOT = new UUID(3, 4);
    private static final int ROUND = 100;

    private final String topic = "hosts-" + UUID.randomUUID();

    @TempDir
    private Path root;
    /** What was reported. */
    protected final List<String> problems = new CopyOnWriteArrayList<>();
    /** What the monotonic clocks of the hosts show besides. */
    private final AtomicLong web1Ns = new AtomicLong(1_000 * SECOND_NS);
    private final AtomicLong web2Ns = new AtomicLong(-500 * SECOND_NS);
    private NumberedRecording web1;
    private NumberedRecording web2;
    /** Where the hosts ship to; what is reported is a problem. */
    protected ShipContext context;

    /** Where hosts ship to. */
    protected abstract ShipContext address(String name);

    @BeforeEach
    protected void begin() {
        context = address(topic).errorHandler(failure -> problems.add(String.valueOf(failure.getMessage())));
        web1 = new NumberedRecording(root.resolve("web1"));
        web2 = new NumberedRecording(root.resolve("web2"));
        web1.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        web2.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
    }

    @AfterEach
    protected void end() {
        web1.close();
        web2.close();
    }

    @Test
    protected void shouldMeasureTheClocksOfTwoHostsAndTellAJump() throws IOException {
        receiveBoth();
        final Path received = root.resolve("received");
        try (LinkThread first = link(web1, "web1", web1Ns, null);
                LinkThread second = link(web2, "web2", web2Ns, null);
                LinkThread clocks = LinkThread.start(new HostClocks(this::asker, received, new UUID(5, 6),
                        ClockPair::now, context.errorHandler()), context.errorHandler())) {
            await(() -> isMeasured(web1, 1) && isMeasured(web2, 1));
            requireOffset(web1, web1Ns.get());
            requireOffset(web2, web2Ns.get());
            assertThat(problems).isEmpty();

            web2Ns.addAndGet(10 * SECOND_NS);
            await(() -> problems.stream().anyMatch(each -> each.contains("has jumped") && each.contains("host=web2")));
            await(() -> Objects.requireNonNull(clock(web2)).jumps() == 1);
            requireOffset(web2, web2Ns.get());
            assertThat(problems).noneMatch(each -> each.contains("host=web1"));
        }
        final Set<String> hosts = new TreeSet<>();
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false))) {
            RecordingOrigin.received(received).forEach(each -> reader.add(Source.recording(each)));
            while (reader.poll(event -> hosts.add(event.host())) > 0) {
                // All.
            }
        }
        assertThat(hosts).containsExactly("web1", "web2");
    }

    @Test
    protected void shouldControlHostsThatAllowItOnceAndOnlyThose() {
        final List<List<String>> run = new CopyOnWriteArrayList<>();
        final List<String> enable = List.of("enable", "trading", "Orders");
        try (ShipMessages asker = asker()) {
            // Before they run: never executed.
            ask(asker, enable, Map.of(), SECOND_NS);
            try (LinkThread first = link(web1, "web1", web1Ns, arguments -> {
                run.add(arguments);
                return new RemoteControl.Result(true, "enabled");
            }); LinkThread second = link(web2, "web2", web2Ns, null)) {
                await(() -> ask(asker, List.of("snapshot", "flight", "--to", "one"), Map.of("web1", 1, "web2", 1),
                        2 * SECOND_NS).stream().noneMatch(each -> each.state() == RemoteControl.State.SILENT));
                run.clear();
                final List<RemoteControl.Answer> answers = ask(asker, enable,
                        Map.of("web1", 1, "web2", 1, "web3", 1), 8 * SECOND_NS);
                assertThat(answers).extracting(each -> each.host() + " " + each.state())
                        .containsExactly("web1 DONE", "web2 REFUSED", "web3 SILENT");
                assertThat(run).containsExactly(enable);
            }
        }
        assertThat(problems).noneMatch(each -> each.contains("rejected"));
    }

    /** Whether the first host has run a command. */
    protected final boolean done(final ShipMessages asker) {
        return ask(asker, List.of("disable", "trading", "Orders"), Map.of("web1", 1), 2 * SECOND_NS).get(0)
                .state() == RemoteControl.State.DONE;
    }

    private static List<RemoteControl.Answer> ask(final ShipMessages asker, final List<String> command,
            final Map<String, Integer> known, final long timeoutNs) {
        return RemoteRequest.ask(asker, "", command, known, timeoutNs, ClockPair::now, () -> false);
    }

    /** The side that asks. */
    protected final ShipMessages asker() {
        return carrier().messages(context, ShipMessages.Role.ASKER);
    }

    private ShipMessages host() {
        return carrier().messages(context, ShipMessages.Role.HOST);
    }

    private ShipCarrier carrier() {
        return ShipCarrier.find(context.scheme());
    }

    /** The first host, which runs commands. */
    protected final LinkThread linkOfFirst(final RemoteControl control) {
        return link(web1, "web1", web1Ns, control);
    }

    private LinkThread link(final NumberedRecording recording, final String host, final AtomicLong shiftNs,
            final RemoteControl control) {
        return LinkThread.start(new HostLink(this::host, id(recording), host, BOOT, () -> {
            final ClockPair now = ClockPair.now();
            return new ClockPair(now.wallNs(), now.monotonicNs() + shiftNs.get());
        }, control == null ? null : new HostLink.Control(control, Runnable::run), context.errorHandler()),
                context.errorHandler());
    }

    /** Of each recording at least the beginning. */
    private void receiveBoth() throws IOException {
        Files.createDirectories(root.resolve("received"));
        try (ShipTask first = carrier().ship(address(topic).host("web1"), web1.folder());
                ShipTask second = carrier().ship(address(topic).host("web2"), web2.folder())) {
            await(() -> {
                first.doWork();
                second.doWork();
                return first.events() == ROUND && second.events() == ROUND;
            });
        }
        try (ReceiveTask receiver = carrier().receive(context, root.resolve("received"))) {
            await(() -> {
                receiver.doWork();
                return receiver.ledgers().stream().mapToLong(each -> each.received()).sum() == 2 * ROUND;
            });
        }
    }

    private boolean isMeasured(final NumberedRecording recording, final int points) {
        final HostClock clock = clock(recording);
        return clock != null && clock.points().size() > points;
    }

    private HostClock clock(final NumberedRecording recording) {
        return ReceivedRecording.clock(root.resolve("received"), id(recording));
    }

    /** It is one machine: what the clocks differ by is known, but for what reading two clocks takes. */
    private void requireOffset(final NumberedRecording recording, final long shiftNs) {
        final HostClock.Point point = Objects.requireNonNull(clock(recording)).last();
        final ClockPair now = ClockPair.now();
        final long trueNs = now.wallNs() - now.monotonicNs() - shiftNs;
        assertThat(Math.abs(point.offsetNs() - trueNs)).as("bound %d", point.boundNs())
                .isLessThanOrEqualTo(point.boundNs() + TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(point.boundNs()).isLessThan(SECOND_NS);
    }

    private static UUID id(final NumberedRecording recording) {
        return RecordingExcerpts.idOf(recording.folder());
    }

    /** Waits for a condition, but not without end. */
    protected static void await(final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - beginNs > SETTLE_NS) {
                throw new AssertionError("it does not come to an end");
            }
            LockSupport.parkNanos(SECOND_NS / 1000);
        }
    }
}
