package io.ringside.reader.counter;

import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterStatus;
import io.ringside.reader.counter.CounterCatalogue.Entry;
import io.ringside.reader.counter.CounterCatalogue.Shown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One path of a query, with what it matches now. What is wrong with one item harms no other. */
public final class QueryItem {
    private final CounterPath path;
    private final long id;
    private final boolean isHere;
    private Map<RowKey, CounterRow> rowByKey = Map.of();
    private List<CounterRow> rows = List.of();
    private CounterStatus status;
    private CounterStatus unanswered = CounterStatus.VALID_DATA;

    /** The identity of a row: it is equal as long as the row is the same. */
    private record RowKey(String set, Object instance, int counter) {}

    /** The parts of the path that were found on the way to the rows. */
    private static final class Met {
        private boolean set;
        private boolean fittingSet;
        private boolean counter;
    }

    QueryItem(final CounterPath path, final long id, final boolean isHere) {
        this.path = path;
        this.id = id;
        this.isHere = isHere;
        this.status = isHere ? CounterStatus.NO_OBJECT : CounterStatus.NO_MACHINE;
    }

    /** {@return what was asked for} */
    public CounterPath path() {
        return path;
    }

    /**
     * {@return whether there is anything: valid if so; else {@link CounterStatus#NO_OBJECT}, {@link
     * CounterStatus#NO_COUNTER} or {@link CounterStatus#NO_INSTANCE} for what is not there, {@link
     * CounterStatus#BAD_COUNTER_NAME} for an instance of a set that has none or none for one that has some, {@link
     * CounterStatus#NO_MACHINE} for another machine, {@link CounterStatus#NO_ANSWER} if a provider that may have
     * something was asked and has not answered, {@link CounterStatus#DAMAGED_FILE} if a file that may have it cannot be
     * read}
     */
    public CounterStatus status() {
        return rows.isEmpty() && !unanswered.isValid() ? unanswered : status;
    }

    /** {@return what there is, set by set, instances from the oldest on} The list is replaced when it changes. */
    public List<CounterRow> rows() {
        return rows;
    }

    /** The stable id that is asked for. */
    long id() {
        return id;
    }

    /** Whether it is asked for on this machine. */
    boolean isHere() {
        return isHere;
    }

    /** Why providers that were asked have not answered; valid if all have. */
    void unanswered(final CounterStatus reason) {
        unanswered = reason;
    }

    /** Matches the path again; rows that were there continue, or have ended. */
    void expand(final CounterCatalogue catalogue) {
        if (!isHere) {
            return;
        }
        final Met met = new Met();
        final Map<RowKey, CounterRow> found = new HashMap<>();
        final List<CounterRow> ordered = new ArrayList<>();
        for (final Entry entry : catalogue.entries()) {
            expand(entry, met, found, ordered);
        }
        rowByKey.forEach((key, row) -> {
            if (!found.containsKey(key)) {
                row.end(catalogue.missing(CounterStatus.NO_INSTANCE));
            }
        });
        rowByKey = found;
        rows = List.copyOf(ordered);
        status = !rows.isEmpty()
                ? CounterStatus.VALID_DATA
                : !met.set
                        ? catalogue.missing(CounterStatus.NO_OBJECT)
                        : !met.fittingSet
                                ? CounterStatus.BAD_COUNTER_NAME
                                : met.counter
                                        ? catalogue.missing(CounterStatus.NO_INSTANCE)
                                        : CounterStatus.NO_COUNTER;
    }

    void take() {
        for (int i = 0; i < rows.size(); i++) {
            rows.get(i).take();
        }
    }

    private void expand(
            final Entry entry, final Met met, final Map<RowKey, CounterRow> found, final List<CounterRow> ordered) {
        final CounterSetSchema set = entry.schemas().get(0);
        if (!path.matchesSet(set.name())) {
            return;
        }
        met.set = true;
        met.fittingSet |= set.kind().hasNames() == path.hasInstance();
        met.counter |= set.counters().stream().anyMatch(counter -> path.matchesCounter(counter.name()));
        for (final Shown shown : entry.shown()) {
            if (id == CounterQuery.ANY_ID || shown.members().get(0).id() == id) {
                expand(shown, found, ordered);
            }
        }
        final Shown total = entry.total();
        if (total != null && id == CounterQuery.ANY_ID && path.namesInstance(CounterCatalogue.TOTAL)) {
            expand(total, found, ordered);
        }
    }

    private void expand(final Shown shown, final Map<RowKey, CounterRow> found, final List<CounterRow> ordered) {
        final CounterSetSchema set = shown.members().get(0).schema();
        for (final CounterSchema counter : set.counters()) {
            if (!(path.hasCounterWildcards() && isHidden(counter))
                    && path.matches(set.name(), shown.name(), counter.name())) {
                final RowKey key = new RowKey(set.name(), shown.key(), counter.id());
                final CounterRow known = rowByKey.get(key);
                final CounterRow row = known == null ? new CounterRow(set, counter, shown) : known;
                if (known != null) {
                    known.rebind(shown);
                }
                found.put(key, row);
                ordered.add(row);
            }
        }
    }

    /** It is found only by its name. */
    private static boolean isHidden(final CounterSchema counter) {
        return counter.type().samples() == 0 || counter.display().contains(CounterSchema.Display.NO_DISPLAY);
    }
}
