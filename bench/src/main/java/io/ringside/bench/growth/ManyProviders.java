package io.ringside.bench.growth;

import io.ringside.bench.fixture.Timing;
import io.ringside.event.EventDescriptor;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.ProviderEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Process with a number of providers, and sessions that have each enabled some of them. Not thread-safe. */
final class ManyProviders implements AutoCloseable {
    /** Number of providers that each session enables. */
    static final int PER_SESSION = 16;
    private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int SAMPLES = 33;
    private static final int BATCHES = 2_000;
    private static final int BATCH_CALLS = 1_000;

    private final TracedFolder folder = new TracedFolder();
    private final Ringside ringside;
    private final List<ProviderRegistration> registrations = new ArrayList<>();
    private final int providers;
    private final int events;
    private final int sessions;
    private final long spanNs;

    /** Measured figures: times in ns, sizes in bytes. */
    record Figures(double registerNs, double enableNs, double attachNs, IdleAgent.Figures agent, double disabledNs,
            double schemaBytesPerEvent, double rowBytesPerRow, double pageBytes) {}

    /**
     * Creates a process.
     *
     * @param providers number of providers
     * @param events    number of events of all providers
     * @param sessions  number of sessions, each of which enables {@link #PER_SESSION} providers
     * @param spanNs    duration of a pause, and of watching the idle control thread
     */
    ManyProviders(final int providers, final int events, final int sessions, final long spanNs) throws Exception {
        this.providers = providers;
        this.events = events;
        this.sessions = sessions;
        this.spanNs = spanNs;
        for (int i = 0; i < sessions; i++) {
            folder.start(session(i));
            for (int j = 0; j < PER_SESSION; j++) {
                folder.enable(session(i), provider(i * PER_SESSION + j), 4, false);
            }
        }
        ringside = Ringside.connect(new RingsideContext().directory(folder.path())
                .registerTimeoutNs(REGISTER_TIMEOUT_NS));
    }

    Figures measure() throws Exception {
        // Recently changed files are checked again.
        LockSupport.parkNanos(spanNs);
        for (int i = 0; i < providers - PER_SESSION; i++) {
            register(i);
        }
        final double registerNs = Timing.medianNs(PER_SESSION, i -> register(providers - PER_SESSION + i));
        final double enableNs = Timing.medianNs(SAMPLES, i -> folder.enable(session(0), provider(i % PER_SESSION),
                i % 2 == 0 ? 5 : 4, false));
        final double attachNs = Timing.medianNs(SAMPLES, i -> folder.enable(session(0), provider(i % PER_SESSION),
                i % 2 == 0 ? 5 : 4, true));
        LockSupport.parkNanos(spanNs);
        final IdleAgent.Figures agent = IdleAgent.watch(spanNs);
        return new Figures(registerNs, enableNs, attachNs, agent, disabledNs(),
                (double) folder.bytesOf(".schema") / events,
                (double) (folder.bytesOf(".enablement") + folder.bytesOf(".session"))
                        / (sessions * (PER_SESSION + 1)),
                (double) folder.bytesOf(".page"));
    }

    @Override
    public void close() {
        ringside.close();
        folder.close();
    }

    /** Returns the cost of an event that no session wants, because its level is higher than all enabled levels. */
    private double disabledNs() throws Exception {
        final ProviderEvent event = registrations.get(0).event("event-unwanted");
        final long[] wanted = {0};
        final double ns = Timing.bestNs(BATCHES, BATCH_CALLS, i -> {
            for (int j = 0; j < BATCH_CALLS; j++) {
                if (event.isEnabled()) {
                    wanted[0]++;
                }
            }
        }, i -> {});
        if (wanted[0] != 0) {
            throw new IllegalStateException("an event is wanted that no session has enabled: times=" + wanted[0]);
        }
        return ns;
    }

    private void register(final int number) {
        final ProviderRegistration registration = ringside.register(schema(number));
        if (registration.status() != ProviderRegistration.Status.ACTIVE) {
            throw new IllegalStateException("a provider of the bench is not registered: number=" + number + ", status="
                    + registration.status() + ", problem=" + Objects.toString(registration.problem(), ""));
        }
        registrations.add(registration);
    }

    /** Distributes the events evenly among the providers; no session wants the first event of each. */
    private ProviderSchema schema(final int number) {
        final int count = events * (number + 1) / providers - events * number / providers;
        final ProviderSchema.Builder schema = ProviderSchema.builder(provider(number))
                .event("event-unwanted", EventDescriptor.of(1, 6, 0));
        for (int i = 1; i < count; i++) {
            schema.event("event-" + i, EventDescriptor.of(i + 1, 4, 0));
        }
        return schema.build();
    }

    private static String session(final int number) {
        return "growth-" + number;
    }

    private static String provider(final int number) {
        return "Ringside-Bench-Growth-" + number;
    }
}
