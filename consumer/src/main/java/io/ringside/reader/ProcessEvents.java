package io.ringside.reader;

import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.ThreadNames;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.recording.RecordedProcess;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** State of a process whose events a consumer reads: schemas by index, clock conversion and views. Not thread-safe. */
final class ProcessEvents {
    private final Incarnation incarnation;
    private final Supplier<@Nullable ProcessIdentity> identitySource;
    private final IntFunction<@Nullable RegisteredSchema> schemaSource;
    private final SessionFacts session;
    private final LongFunction<@Nullable String> threadNameSource;
    private final Map<UUID, Supplier<PublishedNames>> names = new HashMap<>();
    private final ThreadNames virtualNames = new ThreadNames();
    /** Null if the offset is the same for all ticks. */
    private final @Nullable LongUnaryOperator related;
    private final EventView event;
    private final GapView gap;
    private @Nullable ProviderEvents[] providers = new @Nullable ProviderEvents[4];
    private long[] lastTimeTicks = new long[4];
    private @Nullable ProcessIdentity identity;
    private @Nullable Long processId;
    private long ticksToEpochNs;
    private long shiftNs;

    ProcessEvents(final Incarnation incarnation, final Supplier<@Nullable ProcessIdentity> identitySource,
            final IntFunction<@Nullable RegisteredSchema> schemaSource,
            final LongFunction<@Nullable String> threadNameSource, final SessionFacts session) {
        this.incarnation = incarnation;
        this.identitySource = identitySource;
        this.schemaSource = schemaSource;
        this.threadNameSource = threadNameSource;
        this.session = session;
        this.event = new EventView(session, this);
        this.gap = new GapView(session, this);
        this.related = session.time().clock() == null ? null : this::toEpochNs;
        this.ticksToEpochNs = session.time().ticksToEpochNs(null);
        this.shiftNs = session.time().shiftNs(null);
    }

    static ProcessEvents of(final DrainedProcess process, final SessionFacts session) {
        return new ProcessEvents(process.incarnation(), process::identity, index -> entry(process.schemas(), index),
                process.threadNames()::get, session);
    }

    static ProcessEvents of(final RecordedProcess process, final SessionFacts session) {
        return new ProcessEvents(process.incarnation(), process::identity, process::schema,
                process.threadNames()::get, session);
    }

    EventView event() {
        return event;
    }

    GapView gap() {
        return gap;
    }

    Incarnation incarnation() {
        return incarnation;
    }

    @Nullable
    ProcessIdentity identity() {
        ProcessIdentity known = identity;
        if (known == null) {
            known = identitySource.get();
            if (known != null) {
                identity = known;
                ticksToEpochNs = session.time().ticksToEpochNs(known);
                shiftNs = session.time().shiftNs(known);
            }
        }
        return known;
    }

    /** Returns the pid; null if the page cannot be read. The object is created once. */
    @Nullable
    Long processId() {
        if (processId == null) {
            final ProcessIdentity known = identity();
            if (known != null) {
                processId = known.pid();
            }
        }
        return processId;
    }

    long toEpochNs(final long ticks) {
        identity();
        return ticks + (related == null ? ticksToEpochNs : session.time().ticksToEpochNs(ticks, shiftNs));
    }

    /** Returns the conversion of ticks to nanoseconds since 1970 by another host's clock; null for a fixed offset. */
    @Nullable
    LongUnaryOperator related() {
        return related;
    }

    /** Returns the host that sent the events; null if they are local. */
    @Nullable
    String host() {
        return session.host();
    }

    /** Returns the last known name of a platform thread; null if unknown. */
    @Nullable
    String threadName(final long threadId) {
        return threadNameSource.apply(threadId);
    }

    /** Returns the name of a virtual thread, which is stored in its record. */
    @Nullable
    String virtualThreadName(final long threadId, final DirectBuffer buffer, final int offset, final int length) {
        virtualNames.put(threadId, buffer, offset, Math.min(length, LedgerDescriptor.THREAD_NAME_LENGTH_MAX));
        return virtualNames.get(threadId);
    }

    /** Returns the provider of a record's schema index; null if the process has no such entry, or no readable page. */
    @Nullable
    ProviderEvents provider(final int schemaIndex) {
        final ProviderEvents known = schemaIndex < providers.length ? providers[schemaIndex] : null;
        return known != null && known.schema() != null ? known : load(schemaIndex);
    }

    /** Returns the time of the last event of a lane; 0 if there was none. */
    long lastTimeTicks(final int lane) {
        return lane < lastTimeTicks.length ? lastTimeTicks[lane] : 0;
    }

    void lastTimeTicks(final int lane, final long ticks) {
        if (lane >= lastTimeTicks.length) {
            lastTimeTicks = Arrays.copyOf(lastTimeTicks, lane + 1);
        }
        lastTimeTicks[lane] = ticks;
    }

    private @Nullable ProviderEvents load(final int schemaIndex) {
        final ProviderEvents known = schemaIndex < providers.length ? providers[schemaIndex] : null;
        final RegisteredSchema entry = known == null ? schemaSource.apply(schemaIndex) : known.entry();
        if (entry == null) {
            return null;
        }
        final SchemaFileName name = new SchemaFileName(entry.providerId(), entry.contentHash());
        final ProviderSchema schema = session.schemas().schema(name);
        final ProviderEvents found = schema != null && schema.hasPublishedNames()
                ? ProviderEvents.of(entry, schema, names.computeIfAbsent(entry.providerId(),
                        id -> session.schemas().published(id, incarnation)))
                : ProviderEvents.of(entry, schema);
        if (schemaIndex >= providers.length) {
            providers = Arrays.copyOf(providers, schemaIndex + 1);
        }
        providers[schemaIndex] = found;
        return found;
    }

    static @Nullable RegisteredSchema entry(final List<RegisteredSchema> registered, final int schemaIndex) {
        return schemaIndex < registered.size() ? registered.get(schemaIndex) : null;
    }
}
