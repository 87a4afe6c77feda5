package io.ringside.cli.session;

import io.ringside.cli.console.Console;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.render.TextTable;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.session.LossCause;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts events by provider and name, and losses by cause. Not thread-safe. */
final class SummaryHandler implements EventHandler {
    private static final LossCause[] CAUSES = LossCause.values();

    private final Map<Kind, EventCount> counts = new TreeMap<>();
    /** Counts by schema, for faster access to the counts of declared events. */
    private final IdentityHashMap<EventSchema, EventCount> declared = new IdentityHashMap<>();
    private @Nullable EventSchema lastSchema;
    private @Nullable EventCount lastCount;
    private final Map<LossCause, Long> losses = new EnumMap<>(LossCause.class);
    private long overwritten;
    private long missing;
    private long behind;
    private long filtered;
    private boolean lossesKnown = true;

    /** A kind of event, ordered by names. */
    private record Kind(String provider, String event) implements Comparable<Kind> {
        @Override
        public int compareTo(final Kind other) {
            final int byProvider = provider.compareTo(other.provider);
            return byProvider != 0 ? byProvider : event.compareTo(other.event);
        }
    }

    /** Number and sizes of the events of one kind. */
    private static final class EventCount {
        private long events;
        private long bytes;
        private int largestBytes;
        private long firstNs = Long.MAX_VALUE;
        private long lastNs = Long.MIN_VALUE;

        void add(final EventView event) {
            events++;
            bytes += event.payloadLength();
            largestBytes = Math.max(largestBytes, event.payloadLength());
            firstNs = Math.min(firstNs, event.timeNs());
            lastNs = Math.max(lastNs, event.timeNs());
        }

        void add(final EventCount other) {
            events += other.events;
            bytes += other.bytes;
            largestBytes = Math.max(largestBytes, other.largestBytes);
            firstNs = Math.min(firstNs, other.firstNs);
            lastNs = Math.max(lastNs, other.lastNs);
        }

        /** Returns the events per second between the first and the last event; 0 if all have the same time. */
        double perSecond() {
            return lastNs <= firstNs ? 0 : events * 1e9 / (double) (lastNs - firstNs);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Usually the same object; an equal one is looked up.
    public void onEvent(final EventView event) {
        final EventSchema schema = event.schema();
        EventCount count = lastCount;
        if (count == null || schema == null || schema != lastSchema) {
            count = schema == null ? countOf(event) : declared.computeIfAbsent(schema, key -> countOf(event));
            lastSchema = schema;
            lastCount = count;
        }
        count.add(event);
    }

    private EventCount countOf(final EventView event) {
        final String known = event.eventName();
        final String name = event.isString() ? "(string)" : known == null ? EventLines.unnamed(event) : known;
        return counts.computeIfAbsent(new Kind(event.providerName(), name), kind -> new EventCount());
    }

    /** Adds the counts of another handler, which has read other events of the same sources. */
    void add(final SummaryHandler share) {
        share.counts.forEach((kind, count) -> counts.computeIfAbsent(kind, key -> new EventCount()).add(count));
    }

    @Override
    public void onGap(final GapView gap) {
        overwritten += gap.overwritten();
        missing += gap.missing();
        behind += gap.behind();
        for (final LossCause cause : CAUSES) {
            if (gap.count(cause) > 0) {
                losses.merge(cause, gap.count(cause), Long::sum);
            }
        }
    }

    /** Adds what is known of the sources once they were read. */
    void add(final EventSources read) {
        filtered = read.filtered();
        lossesKnown = read.areLossesKnown();
    }

    void print(final Console console, final boolean json) {
        if (json) {
            printJson(console);
        } else {
            printText(console);
        }
    }

    private void printText(final Console console) {
        final TextTable table = new TextTable("PROVIDER", "EVENT", "EVENTS", "EVENTS/S", "BYTES", "LARGEST");
        counts.forEach((kind, count) -> table.row(kind.provider, kind.event,
                PlainText.count(count.events),
                String.format(Locale.ROOT, "%,.0f", count.perSecond()),
                PlainText.count(count.bytes),
                PlainText.count(count.largestBytes)));
        table.lines().forEach(console::print);
        losses.forEach(
                (cause, count) -> console.print("lost: " + PlainText.count(count) + " (" + cause.jsonName() + ")"));
        if (!lossesKnown) {
            console.print("lost: unknown (a recording is damaged or has no end)");
        }
        fates().forEach(fate -> console
                .print(fate.name + ": " + PlainText.count(fate.count) + " (" + fate.meaning + ")"));
    }

    private void printJson(final Console console) {
        final JsonRow row = new JsonRow();
        counts.forEach((kind, count) -> console.print(row.begin().put("provider", kind.provider)
                .put("event", kind.event).put("events", count.events).put("perSecond", count.perSecond())
                .put("bytes", count.bytes).put("largestBytes", count.largestBytes)
                .put("firstTime", count.firstNs).put("lastTime", count.lastNs).end()));
        losses.forEach((cause, count) -> console
                .print(row.begin().put("lost", count).put("cause", cause.jsonName()).end()));
        if (!lossesKnown) {
            console.print(row.begin().put("lost", (Long) null).put("cause", (CharSequence) null).end());
        }
        fates().forEach(fate -> console.print(row.begin().put(fate.name, fate.count).end()));
    }

    private List<Fate> fates() {
        return Stream.of(new Fate("overwritten", overwritten, "replaced by newer events"),
                new Fate("missing", missing, "not in the recording"),
                new Fate("behind", behind, "replaced by newer events before they were read"),
                new Fate("filtered", filtered, "removed when the recording was filtered"))
                .filter(fate -> fate.count > 0).toList();
    }

    /**
     * A count of events that were neither read nor lost. Immutable.
     *
     * @param name    name in JSON of what happened to the events
     * @param count   number of events
     * @param meaning description for people
     */
    private record Fate(String name, long count, String meaning) {}
}
