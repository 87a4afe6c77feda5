package io.ringside.internal.ship;

import io.ringside.internal.registry.ClockPair;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HostLinkTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final List<String> ENABLE = List.of("enable", "trading", "Orders", "--level", "warning");

    private final MemoryMessages bus = new MemoryMessages();
    private final List<String> problems = new ArrayList<>();
    private final List<List<String>> run = new ArrayList<>();
    private final List<HostLink> links = new ArrayList<>();
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

        final List<RemoteRequest.Answer> answers = ask("", ENABLE,
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
                .isEqualTo(new RemoteRequest.Answer("web2", RemoteRequest.State.DONE, "2"));
        assertThat(ask("", ENABLE, Map.of())).extracting(RemoteRequest.Answer::host).containsExactly("web1", "web2");
    }

    @Test
    void shouldTakeOneOfSeveralSendersOfAHostThatAllowsIt() {
        link("web1", null);
        link("web1", arguments -> done(arguments, "enabled"));

        assertThat(ask("", ENABLE, Map.of("web1", 2))).singleElement()
                .isEqualTo(new RemoteRequest.Answer("web1", RemoteRequest.State.DONE, "enabled"));
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
        final List<LinkMessage.Outcome> outcomes = outcomes(asker);
        assertThat(outcomes).startsWith(LinkMessage.Outcome.DONE).hasSize(5);
        assertThat(outcomes.subList(1, 5)).containsOnly(LinkMessage.Outcome.REFUSED);
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
                () -> new ClockPair(nowNs, nowNs), control, failure -> problems.add(failure.getMessage()));
        links.add(link);
        // Opened.
        link.doWork();
        return link;
    }

    /** The hosts work while the one that asks waits for them. */
    private List<RemoteRequest.Answer> ask(final String host, final List<String> arguments,
            final Map<String, Integer> known) {
        looks = 0;
        final BooleanSupplier interrupted = () -> {
            links.forEach(HostLink::doWork);
            return looks++ > 3;
        };
        try (ShipMessages asker = bus.open()) {
            return RemoteRequest.ask(asker, host, arguments, new HashMap<>(known), SECOND_NS * 60, () -> nowNs,
                    interrupted);
        }
    }

    private static List<LinkMessage.Outcome> outcomes(final ShipMessages asker) {
        final List<LinkMessage.Outcome> outcomes = new ArrayList<>();
        asker.poll(0, bytes -> {
            if (LinkMessage.decode(bytes).body() instanceof final LinkMessage.Acknowledgement said) {
                outcomes.add(said.outcome());
            }
        });
        return outcomes;
    }
}
