package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.Registry;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A controller in a directory of its own, whose waits take no time: each look lets 7 ms pass. */
abstract class ControllerFixture {
    static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    static final Duration SECOND = Duration.ofSeconds(1);
    static final ProviderSchema ORDERS = ProviderSchema.builder("Orders")
            .event("submitted", EventDescriptor.of(1, 4, 0x1), List.of())
            .event("rejected", EventDescriptor.of(2, 2, 0x2), List.of())
            .build();
    static final EnableRequest REQUEST = EnableRequest.of("Orders", Enablement.of(4, 0x1, 0));

    @TempDir(factory = SharedMemoryFactory.class)
    Path root;

    final FakeLedgers ledgers = new FakeLedgers();
    TraceDirectory directory;
    Participant participant;
    DirectoryController controller;
    long nowNs;
    int idleCount;
    Runnable whileWaiting = () -> {};

    @BeforeEach
    void open() {
        directory = TraceDirectory.open(root.resolve("traces"));
        participant = Participant.join(directory);
        controller = controller(participant);
    }

    @AfterEach
    void close() {
        participant.close();
    }

    ControllerContext context(final Participant owner) {
        final IdleStrategy idle = new IdleStrategy() {
            @Override
            public void idle(final int workCount) {
                if (workCount == 0) {
                    idle();
                }
            }

            @Override
            public void idle() {
                idleCount++;
                nowNs += TimeUnit.MILLISECONDS.toNanos(7);
                whileWaiting.run();
            }

            @Override
            public void reset() {
                idleCount = 0;
            }
        };
        return new ControllerContext(new Registry(owner), ledgers).nanoClock(() -> nowNs)
                .startClock(() -> new ClockPair(7, 8)).idleStrategy(() -> idle).lockTimeoutNs(10 * SECOND_NS);
    }

    DirectoryController controller(final Participant owner) {
        return new DirectoryController(context(owner));
    }

    static SessionSettings settings(final String name) {
        return SessionSettings.builder(name).build();
    }

    static void assertCode(final ErrorCode code, final ThrowingCallable call, final String message) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(code)).hasMessageContaining(message);
    }
}
