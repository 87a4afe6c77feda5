package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.ClockPair;
import io.ringside.ship.RemoteControl;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HostLinkTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final List<String> ENABLE = List.of("enable", "trading", "Orders", "--level", "warning");

    private final MemoryMessages bus = new MemoryMessages();
    private final List<String> problems = new ArrayList<>();
    private final List<List<String>> run = new ArrayList<>();
    private final List<HostLink> links = new ArrayList<>();
    private Executor commands = Runnable::run;
    private long nowNs = 1_700_000_000L * SECOND_NS;
    private int looks;

    @Test
    void shouldRunACommandOnEachHostThatAllowsItAndSayWhatTheOthersDid() {
        link("web1", arguments -> done(arguments, "enabled"));
        link("web2", null);
        link("web3", arguments -> {
            throw new IllegalStateException("disk is full");
        });
        link("web4", arguments -> new RemoteControl.Result(false, "no such session: name=trading"));

        final List<RemoteControl.Answer> answers = ask("", ENABLE,
                Map.of("web1", 1, "web2", 1, "web3", 1, "web4", 1, "web5", 1));

        assertThat(answers).extracting(each -> each.host() + " " + each.state()).containsExactly("web1 DONE",
                "web2 REFUSED", "web3 FAILED", "web4 FAILED", "web5 SILENT");
        assertThat(answers.get(1).detail()).contains("not allowed", "--allow-control");
        assertThat(answers.get(2).detail()).isEqualTo("disk is full");
        assertThat(answers.get(3).detail()).contains("no such session");
        assertThat(run).containsExactly(ENABLE);
    }

    @Test
    void shouldAskOneHostOnlyAndListHostsThatAnswerUnknown() {
        link("web1", arguments -> done(arguments, "1"));
        link("web2", arguments -> done(arguments, "2"));

        assertThat(ask("web2", ENABLE, Map.of("web2", 1))).singleElement()
                .isEqualTo(new RemoteControl.Answer("web2", RemoteControl.State.DONE, "2"));
        assertThat(ask("", ENABLE, Map.of())).extracting(RemoteControl.Answer::host).containsExactly("web1", "web2");
    }

    @Test
    void shouldTakeOneOfSeveralSendersOfAHostThatAllowsIt() {
        link("web1", null);
        link("web1", arguments -> done(arguments, "enabled"));

        assertThat(ask("", ENABLE, Map.of("web1", 2))).singleElement()
                .isEqualTo(new RemoteControl.Answer("web1", RemoteControl.State.DONE, "enabled"));
    }

    @Test
    void shouldRunARequestOnceHoweverOftenItComes() {
        final HostLink link = link("web1", arguments -> done(arguments, "enabled"));
        final ShipMessages asker = bus.open();
        final LinkMessage request = LinkMessage.request(new UUID(1, 2), 1,
                new LinkMessage.Request(nowNs, "", ENABLE));
        for (int i = 0; i < 5; i++) {
            asker.send(request.encode());
        }
        link.doWork();

        assertThat(run).hasSize(1);
        assertThat(link.requests()).isEqualTo(1);
        assertThat(outcomes(asker)).containsExactly(LinkMessage.Outcome.DONE);

        nowNs += HostLink.REQUEST_AGE_MAX_NS + 1;
        asker.send(request.encode());
        link.doWork();
        assertThat(outcomes(asker)).as("too old to be run, but it was").containsExactly(LinkMessage.Outcome.DONE);
        assertThat(run).hasSize(1);
    }

    @Test
    void shouldSayNothingOfADuplicateWhileItRunsAndRefuseOneThatWasRefused() {
        final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        commands = command -> {
            if (!waiting.isEmpty()) {
                throw new RejectedExecutionException();
            }
            waiting.add(command);
        };
        final HostLink link = link("web1", arguments -> done(arguments, "enabled"));
        final ShipMessages asker = bus.open();
        request(asker, 1);
        request(asker, 1);
        link.doWork();
        assertThat(outcomes(asker)).isEmpty();
        request(asker, 2);
        link.doWork();
        assertThat(outcomes(asker)).containsExactly(LinkMessage.Outcome.REFUSED);

        waiting.remove().run();
        request(asker, 1);
        request(asker, 2);
        link.doWork();
        assertThat(outcomes(asker)).containsExactly(LinkMessage.Outcome.DONE, LinkMessage.Outcome.REFUSED);
        assertThat(run).hasSize(1);
        assertThat(waiting).as("there is room now, but it was refused").isEmpty();
    }

    @Test
    void shouldRetainWhatCouldNotBeSent() {
        final ShipMessages asker = bus.open();
        for (final boolean isAllowed : new boolean[]{true, false}) {
            final HostLink link = link("web1", isAllowed ? arguments -> done(arguments, "enabled") : null);
            request(asker, 1);
            bus.fail(1);
            link.doWork();
            assertThat(outcomes(asker)).isEmpty();
            nowNs += 10 * SECOND_NS;
            link.doWork();
            link.doWork();
            assertThat(outcomes(asker)).hasSize(1);
        }
        assertThat(run).hasSize(1);
        assertThat(problems).filteredOn(each -> each.contains("cannot be reached")).hasSize(2);
    }

    @Test
    void shouldSayWhatHasBecomeOfCommandsWhenItIsClosed() throws InterruptedException {
        final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        commands = waiting::add;
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch never = new CountDownLatch(1);
        final HostLink link = link("web1", arguments -> {
            if (run.isEmpty()) {
                return done(arguments, "enabled");
            }
            begun.countDown();
            awaitUninterruptibly(never);
            return done(arguments, "too late");
        });
        final ShipMessages asker = bus.open();
        for (int number = 1; number <= 3; number++) {
            request(asker, number);
        }
        link.doWork();
        waiting.remove().run();
        final Thread running = new Thread(waiting.remove());
        running.start();
        begun.await();
        assertThat(outcomes(asker)).isEmpty();

        link.onClose();
        final List<LinkMessage.Acknowledgement> said = acknowledgements(asker);
        assertThat(said).extracting(LinkMessage.Acknowledgement::outcome).containsExactly(LinkMessage.Outcome.DONE,
                LinkMessage.Outcome.FAILED, LinkMessage.Outcome.REFUSED);
        assertThat(said.get(1).detail()).contains("unknown");
        waiting.remove().run();
        assertThat(run).as("one that was refused is not run").hasSize(1);
        never.countDown();
        running.join();
    }

    @Test
    void shouldSayThatACommandWasInterrupted() throws InterruptedException {
        final ExecutorService thread = HostLink.commandThread();
        commands = thread;
        final CountDownLatch begun = new CountDownLatch(1);
        final HostLink link = link("web1", arguments -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (final InterruptedException e) {
                throw new IllegalStateException("interrupted");
            }
            return done(arguments, "never");
        });
        final ShipMessages asker = bus.open();
        request(asker, 1);
        link.doWork();
        begun.await();
        thread.shutdownNow();
        link.onClose();
        assertThat(acknowledgements(asker)).containsExactly(
                new LinkMessage.Acknowledgement(LinkMessage.Outcome.FAILED, "web1", "interrupted"));
    }

    private void request(final ShipMessages asker, final long number) {
        asker.send(LinkMessage.request(new UUID(1, 2), number, new LinkMessage.Request(nowNs, "", ENABLE)).encode());
    }

    @Test
    void shouldNotRunWhatIsOldOrIsNoCommandForOthers() {
        final HostLink link = link("web1", arguments -> done(arguments, "enabled"));
        final ShipMessages asker = bus.open();
        int number = 0;
        for (final long ageNs : new long[]{HostLink.REQUEST_AGE_MAX_NS + 1, -HostLink.REQUEST_AGE_MAX_NS - 1}) {
            asker.send(LinkMessage.request(new UUID(1, 2), ++number,
                    new LinkMessage.Request(nowNs - ageNs, "", ENABLE)).encode());
        }
        for (final List<String> command : List.of(List.<String>of(), List.of("stop", "trading"), List.of("--dir"))) {
            asker.send(LinkMessage.request(new UUID(1, 2), ++number, new LinkMessage.Request(nowNs, "", command))
                    .encode());
        }
        link.doWork();

        assertThat(outcomes(asker)).hasSize(number).containsOnly(LinkMessage.Outcome.REFUSED);
        assertThat(run).isEmpty();
        assertThat(link.requests()).isZero();
    }

    @Test
    void shouldAnswerProbesWhileACommandRunsAndRefuseThoseThatAreTooMany() {
        final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        commands = command -> {
            if (waiting.size() == 2) {
                throw new RejectedExecutionException();
            }
            waiting.add(command);
        };
        final HostLink link = link("web1", arguments -> done(arguments, "enabled"));
        final ShipMessages asker = bus.open();
        for (int number = 1; number <= 3; number++) {
            asker.send(LinkMessage.request(new UUID(1, 2), number, new LinkMessage.Request(nowNs, "", ENABLE))
                    .encode());
        }
        asker.send(LinkMessage.probe(new UUID(1, 2), 4).encode());
        link.doWork();
        assertThat(bodies(asker).stream().map(Object::getClass)).containsOnlyOnce(LinkMessage.Answer.class);
        assertThat(run).isEmpty();
        assertThat(link.requests()).isEqualTo(2);

        waiting.remove().run();
        nowNs += HostLink.REQUEST_AGE_MAX_NS + 1;
        waiting.remove().run();
        link.doWork();
        assertThat(run).as("the second has waited for too long").hasSize(1);
        assertThat(outcomes(asker)).containsExactly(LinkMessage.Outcome.DONE, LinkMessage.Outcome.REFUSED);
    }

    @Test
    void shouldRunCommandsOfOtherHostsOneByOneOnAThreadOfTheirOwn() throws InterruptedException {
        final ExecutorService thread = HostLink.commandThread();
        commands = thread;
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        final HostLink link = link("web1", arguments -> {
            begun.countDown();
            awaitUninterruptibly(end);
            return done(arguments, Thread.currentThread().getName());
        });
        final ShipMessages asker = bus.open();
        asker.send(LinkMessage.request(new UUID(1, 2), 0, new LinkMessage.Request(nowNs, "", ENABLE)).encode());
        link.doWork();
        begun.await();
        for (int number = 1; number <= 20; number++) {
            asker.send(LinkMessage.request(new UUID(1, 2), number, new LinkMessage.Request(nowNs, "", ENABLE))
                    .encode());
        }
        link.doWork();
        assertThat(outcomes(asker)).as("of 20, 16 wait").hasSize(4).containsOnly(LinkMessage.Outcome.REFUSED);
        end.countDown();
        thread.shutdown();
        assertThat(thread.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        link.doWork();
        final List<LinkMessage.Body> said = bodies(asker);
        assertThat(said).hasSize(17).allMatch(each -> each instanceof final LinkMessage.Acknowledgement done
                && done.outcome() == LinkMessage.Outcome.DONE && done.detail().equals("ringside-control"));
    }

    private static void awaitUninterruptibly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldRefuseToAskForACommandThatWouldBeCut() {
        link("web1", arguments -> done(arguments, "enabled"));
        final String longest = "ü".repeat(512);
        final List<String> most = new ArrayList<>(List.of("enable"));
        while (most.size() < 63) {
            most.add(longest);
        }
        for (final List<String> wrong : List.of(List.of("enable", longest + "x"),
                Stream.concat(most.stream(), Stream.of("x")).toList())) {
            assertThatThrownBy(() -> ask("", wrong, Map.of("web1", 1)))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("max");
        }
        assertThat(run).isEmpty();

        assertThat(ask("", most, Map.of("web1", 1))).extracting(RemoteControl.Answer::state)
                .containsExactly(RemoteControl.State.DONE);
        assertThat(run).containsExactly(most);
    }

    @Test
    void shouldNotSeeWhatWasAskedBeforeItBegan() {
        bus.open().send(LinkMessage.request(new UUID(1, 2), 1, new LinkMessage.Request(nowNs, "", ENABLE)).encode());
        final HostLink link = link("web1", arguments -> done(arguments, "enabled"));
        link.doWork();
        assertThat(run).isEmpty();
    }

    @Test
    void shouldRefuseAFloodOfRequestsUntilTheFirstAreForgotten() {
        final HostLink link = link("web1", arguments -> done(arguments, "enabled"));
        final ShipMessages asker = bus.open();
        for (int i = 0; i < 1000; i++) {
            asker.send(LinkMessage.request(new UUID(1, 2), i, new LinkMessage.Request(nowNs, "", ENABLE)).encode());
        }
        link.doWork();
        assertThat(run).hasSize(256);

        nowNs += 3 * HostLink.REQUEST_AGE_MAX_NS;
        asker.send(LinkMessage.request(new UUID(1, 2), 5000, new LinkMessage.Request(nowNs, "", ENABLE)).encode());
        link.doWork();
        assertThat(run).hasSize(257);
    }

    @Test
    void shouldAnswerABoundedNumberOfProbes() {
        final HostLink link = link("web1", null);
        final ShipMessages asker = bus.open();
        for (int i = 0; i < 1000; i++) {
            asker.send(LinkMessage.probe(new UUID(1, 2), i).encode());
        }
        assertThat(link.doWork()).isEqualTo(100);
        assertThat(link.rejected()).isEqualTo(900);
        nowNs += SECOND_NS;
        asker.send(LinkMessage.probe(new UUID(1, 2), 1000).encode());
        assertThat(link.doWork()).isEqualTo(1);
    }

    @Test
    void shouldRejectAndCountAnythingElse() {
        final HostLink link = link("web1", arguments -> done(arguments, "enabled"));
        final ShipMessages asker = bus.open();
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        final Random random = new Random(seed);
        final List<byte[]> intact = List.of(LinkMessage.probe(new UUID(1, 2), 1).encode(),
                LinkMessage.request(new UUID(1, 2), 2, new LinkMessage.Request(nowNs, "", ENABLE)).encode());
        final int rounds = Integer.getInteger("ringside.rounds", 20_000);
        for (int i = 0; i < rounds; i++) {
            final byte[] bytes = intact.get(random.nextInt(2)).clone();
            final int changes = 1 + random.nextInt(4);
            for (int j = 0; j < changes; j++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            asker.send(random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes);
            asker.send("hello".getBytes(StandardCharsets.US_ASCII));
            link.doWork();
        }
        assertThat(link.rejected()).as("seed %d", seed).isGreaterThan(rounds);
        assertThat(problems.stream().filter(each -> each.contains("is rejected"))).hasSize(1);
    }

    private RemoteControl.Result done(final List<String> arguments, final String detail) {
        run.add(arguments);
        return new RemoteControl.Result(true, detail);
    }

    private HostLink link(final String host, final RemoteControl control) {
        final HostLink link = new HostLink(bus::open, new UUID(7, links.size()), host, new UUID(3, 4),
                () -> new ClockPair(nowNs, nowNs),
                control == null ? null : new HostLink.Control(control, commands),
                failure -> problems.add(failure.getMessage()));
        links.add(link);
        // Opened.
        link.doWork();
        return link;
    }

    /** The hosts work while the one that asks waits for them. */
    private List<RemoteControl.Answer> ask(final String host, final List<String> arguments,
            final Map<String, Integer> known) {
        looks = 0;
        final BooleanSupplier interrupted = () -> {
            links.forEach(HostLink::doWork);
            looks++;
            return false;
        };
        try (ShipMessages asker = bus.open()) {
            return RemoteRequest.ask(asker, host, arguments, new HashMap<>(known), SECOND_NS * 60,
                    () -> new ClockPair(nowNs, looks * SECOND_NS), interrupted);
        }
    }

    private static List<LinkMessage.Outcome> outcomes(final ShipMessages asker) {
        return acknowledgements(asker).stream().map(LinkMessage.Acknowledgement::outcome).toList();
    }

    private static List<LinkMessage.Acknowledgement> acknowledgements(final ShipMessages asker) {
        return bodies(asker).stream().filter(LinkMessage.Acknowledgement.class::isInstance)
                .map(LinkMessage.Acknowledgement.class::cast).toList();
    }

    /** Of answers, as far as they have come. */
    private static List<LinkMessage.Body> bodies(final ShipMessages asker) {
        final List<LinkMessage.Body> bodies = new ArrayList<>();
        asker.poll(0, bytes -> {
            final LinkMessage.Body body = LinkMessage.decode(bytes).body();
            if (body instanceof LinkMessage.Answer || body instanceof LinkMessage.Acknowledgement) {
                bodies.add(body);
            }
        });
        return bodies;
    }
}
