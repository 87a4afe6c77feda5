package io.ringside.reader.counter;

import io.ringside.control.EnableRequest;
import io.ringside.counter.CounterValue;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class TracingSetsTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Counted")
            .event("happened", EventDescriptor.of(1, 4, 1), List.of()).build();

    @Test
    void shouldTellWhatSessionsWantedAndWhatBecameOfIt(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        final TraceDirectory directory = TraceDirectory.open(path.resolve("trace"));
        try (Participant participant = Participant.join(directory)) {
            final Registry registry = new Registry(participant);
            final DirectoryController controller = new DirectoryController(new ControllerContext(registry,
                    new MappedLedgers(directory, participant.files(), SinkReader.NONE, (file, problem) -> {
                        throw new AssertionError(file + ": " + problem);
                    })));
            controller.start(SessionSettings.builder("a/b").lanes(2).laneBytes(64 * 1024).build());
            try (Ringside ringside = Ringside.connect(new RingsideContext().directory(directory.path())
                    .registerTimeoutNs(TIMEOUT_NS));
                    ProviderRegistration registration = ringside.register(SCHEMA);
                    CounterQuery query = CounterQuery.open(controller)) {
                controller.enable("a/b", EnableRequest.of(SCHEMA.name(), Enablement.of(5, 0, 0)), TIMEOUT);
                final CounterQuery.Item session = query.add("Ringside Session(*)\\events *");
                final CounterQuery.Item lost = query.add("Ringside Session(a_b)\\lost: tooLarge");
                final CounterQuery.Item process = query
                        .add("Ringside Process(*" + ProcessHandle.current().pid() + ")\\*");
                assertThat(query.collect()).isEqualTo(CounterValue.Status.VALID_DATA);
                for (int i = 0; i < 7; i++) {
                    registration.event("happened").write();
                }
                registration.event("happened").write(new UnsafeBuffer(new byte[60_000]), 0, 60_000);

                query.collect();

                assertThat(raw(session, "events wanted", "events delivered", "events in ring", "events lost"))
                        .containsExactly(8L, 0L, 7L, 1L);
                assertThat(lost.rows()).singleElement().extracting(CounterQuery.Row::raw).isEqualTo(1L);
                assertThat(raw(process, "events wanted", "events written", "events lost", "lost: tooLarge", "sessions"))
                        .containsExactly(8L, 7L, 1L, 1L, 1L);
                assertThat(row(process, "events written/sec").value(QueryFixture.DOUBLE).asDouble()).isPositive();
                assertThat(row(process, "% ring fill").value(QueryFixture.DOUBLE).asDouble()).isBetween(0.1, 2.0);
                assertThat(row(process, "agent's longest cycle").raw()).isPositive();
                assertThat(process.rows().get(0).id()).isEqualTo(ProcessHandle.current().pid());
                assertThat(process.rows().get(0).isStale()).isFalse();
            }
            controller.stop("a/b", TIMEOUT);
        }
    }

    private static List<Long> raw(final CounterQuery.Item item, final String... counters) {
        return List.of(counters).stream().map(counter -> row(item, counter).raw()).toList();
    }

    private static CounterQuery.Row row(final CounterQuery.Item item, final String counter) {
        return item.rows().stream().filter(row -> row.counter().name().equals(counter)).findFirst().orElseThrow();
    }
}
