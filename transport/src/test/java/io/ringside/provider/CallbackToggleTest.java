package io.ringside.provider;

import io.ringside.callback.ControlNotice;
import io.ringside.callback.ProviderCallback;
import io.ringside.control.EnableRequest;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.Registry;
import io.ringside.session.Composite;
import io.ringside.session.Enablement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Two controllers that switch a provider on and off; {@code -Dringside.rounds=200} for the complete proof. */
@Timeout(600)
class CallbackToggleTest {
    private static final int USUAL_TOGGLES = 2_500;
    private static final int COMPLETE_TOGGLES = 10_000;
    private static final Enablement OF_A = Enablement.of(5, 0x1, 0);
    private static final Enablement OF_B = Enablement.of(3, 0x2, 0);

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();
    private final Set<Composite> told = ConcurrentHashMap.newKeySet();
    private final ProviderCallback.Recorded recorded = new ProviderCallback.Recorded();

    @Test
    @DisplayName("R3.23 two controllers toggle 2,500 times each, 10,000 in the complete proof: no calls overlap, "
            + "states are valid, the last is final")
    void shouldEndInTheFinalState(@TempDir(factory = SharedMemoryFactory.class) final Path path)
            throws ExecutionException, InterruptedException {
        final int rounds = Integer.getInteger("ringside.rounds", 0);
        final int toggles = rounds == 0 ? USUAL_TOGGLES : Math.max(1, rounds * COMPLETE_TOGGLES / 200);
        try (RingsideFixture fixture = new RingsideFixture(path.resolve("trace"));
                Participant second = Participant.join(fixture.participant.directory());
                Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA, this::onControl, null)) {
            fixture.start("a");
            fixture.start("b");
            final CompletableFuture<Void> ofA = CompletableFuture
                    .runAsync(() -> toggle(fixture.controller, "a", OF_A, toggles));
            final CompletableFuture<Void> ofB = CompletableFuture
                    .runAsync(() -> toggle(controller(second), "b", OF_B, toggles));
            ofA.get();
            ofB.get();
            // Both are enabled or not by the number of their toggles; this is waited for, and changes nothing else.
            assertThat(fixture.controller.enable("a", EnableRequest.of(RingsideFixture.SCHEMA.id(), OF_A),
                    RingsideFixture.TIMEOUT).timedOut()).isEmpty();
            assertThat(overlaps).hasValue(0);
            assertThat(told).isSubsetOf(validStates());
            assertThat(recorded.wanted()).isEqualTo(Composite.of(List.of(OF_A, OF_B)));
            assertThat(registration.isEnabled(5, 0x1)).isTrue();

            fixture.controller.disable("a", RingsideFixture.SCHEMA.id(), RingsideFixture.TIMEOUT);
            fixture.controller.disable("b", RingsideFixture.SCHEMA.id(), RingsideFixture.TIMEOUT);
            assertThat(recorded.wanted()).isEqualTo(Composite.DISABLED);
        }
    }

    private void onControl(final ControlNotice notice) {
        overlaps.addAndGet(inside.getAndIncrement());
        told.add(notice.wanted());
        recorded.onControl(notice);
        inside.decrementAndGet();
    }

    /** On and off, and on at the end. */
    private static void toggle(final DirectoryController controller, final String session, final Enablement enablement,
            final int toggles) {
        final EnableRequest request = EnableRequest.of(RingsideFixture.SCHEMA.id(), enablement);
        for (int i = 0; i < toggles / 2; i++) {
            controller.enable(session, request, Duration.ZERO);
            controller.disable(session, request.providerId(), Duration.ZERO);
        }
        controller.enable(session, request, Duration.ZERO);
    }

    private static List<Composite> validStates() {
        final List<Composite> valid = new ArrayList<>();
        valid.add(Composite.DISABLED);
        valid.add(Composite.of(List.of(OF_A)));
        valid.add(Composite.of(List.of(OF_B)));
        valid.add(Composite.of(List.of(OF_A, OF_B)));
        return valid;
    }

    private static DirectoryController controller(final Participant participant) {
        return new DirectoryController(new ControllerContext(new Registry(participant), new MappedLedgers(
                participant.directory(), participant.files(), SinkReader.NONE, (file, problem) -> {
                    throw new AssertionError(file + ": " + problem);
                })));
    }
}
