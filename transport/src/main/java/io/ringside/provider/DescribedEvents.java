package io.ringside.provider;

import io.ringside.event.EventLimits;
import io.ringside.internal.agent.RegisteredProvider;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.provider.ProblemLog.Kind;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames.AsOf;
import io.ringside.write.ProviderEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The self-describing events of a registration, one for each content. Thread-safe. */
final class DescribedEvents {
    private static final int MAX = EventLimits.SELF_DESCRIBING_PER_PROCESS_MAX;
    private static final String PENDING = "event is not known yet: wait, the control thread makes it known";
    private static final String TOO_MANY = "registration has as many self-describing events as there may be: max=" + MAX
            + ": put what differs from event to event into fields, not into names";

    private final Ringside ringside;
    private final RegisteredProvider provider;
    /** Described events by their schemas; guarded by itself. */
    private final Map<EventSchema, Described> described = new HashMap<>();

    /** A handle, and the reason for which it cannot be wanted. */
    private static final class Described {
        private final DeclaredEvent event;
        private volatile @Nullable String problem = PENDING;
        /** Whether to try again, since a lock that was held or a disk that was full need not stay so. */
        private volatile boolean failed;

        private Described(final DeclaredEvent event) {
            this.event = event;
        }
    }

    DescribedEvents(final Ringside ringside, final RegisteredProvider provider) {
        this.ringside = ringside;
        this.provider = provider;
    }

    /** Returns the handle of a schema's only event. */
    ProviderEvent intern(final ProviderSchema own) {
        final EventSchema content = own.withNames(provider.names(), new AsOf()).events().get(0);
        final Described added;
        synchronized (described) {
            final Described known = described.get(content);
            if (known != null && !known.failed) {
                return known.event;
            }
            if (known == null && described.size() == MAX) {
                ProblemLog.SHARED.tellAside(Kind.EVENT, TOO_MANY);
                return provider.unwantedEvent(content);
            }
            added = known == null ? new Described(provider.newEvent(content)) : known;
            added.failed = false;
            described.put(content, added);
        }
        ringside.run(Kind.EVENT, thread -> makeKnown(thread, own, added));
        return added.event;
    }

    /** Returns the reason why no session can want a self-describing event; null if sessions can. */
    @Nullable
    String problem(final ProviderEvent event) {
        synchronized (described) {
            final Described known = described.get(event.schema());
            return known != null && known.event == event
                    ? known.problem
                    : TOO_MANY;
        }
    }

    private void makeKnown(final ControlThread thread, final ProviderSchema own, final Described added) {
        try {
            thread.agent().describe(provider, own, added.event);
            added.problem = null;
        } catch (final Throwable e) {
            added.problem = ProblemLog.textOf(e);
            added.failed = true;
            throw e;
        }
    }
}
