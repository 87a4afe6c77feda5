package io.ringside.internal.registry;

import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.ExpressionException;
import io.ringside.filter.FilterBuilder;
import io.ringside.filter.FilterData;
import io.ringside.filter.LevelKeywordFilter;
import io.ringside.filter.PayloadFilter;
import io.ringside.filter.ProcessFilter;
import io.ringside.filter.StackFilter;
import io.ringside.internal.filter.FilterLimits;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The filters of an enablement's row, absent where there are none. Stateless. */
final class FilterCodec {
    private static final String EVENT = "filter.event";
    private static final String STACK = "filter.stack";
    private static final String IDS = ".ids";
    private static final String NAMES = ".names";
    private static final String CATEGORY = ".names.category";
    private static final String SELF_DESCRIBING = ".names.selfDescribing";
    private static final String CLASS = ".class";
    private static final String IN = ".in";
    private static final String OUT = ".out";
    private static final String LEVEL = ".level";
    private static final String ANY = ".any";
    private static final String ALL = ".all";
    private static final String PIDS = "filter.pids";
    private static final String PROCESSES = "filter.processes";
    private static final String EXECUTABLES = "filter.executables";
    private static final String PAYLOADS = "filter.payloads";
    private static final String PAYLOAD = "filter.payload.";
    private static final String DATA_ID = "filter.data.id";
    private static final String DATA_VERSION = "filter.data.version";
    private static final String DATA_BYTES = "filter.data.bytes";
    private static final int DATA_NUMBER_MAX = 0xFFFF;

    private FilterCodec() {}

    static void encode(final RowText text, final EnablementFilters filters) {
        putIds(text, EVENT, filters.eventIds());
        putNames(text, EVENT, filters.eventNames());
        final StackFilter stacks = filters.stacks();
        if (stacks != null) {
            putIds(text, STACK, stacks.ids());
            putNames(text, STACK, stacks.names());
            putClass(text, STACK + CLASS, stacks.levelKeyword());
        }
        putProcesses(text, filters.processes());
        final List<PayloadFilter> payloads = filters.payloads();
        if (!payloads.isEmpty()) {
            text.put(PAYLOADS, payloads.size());
        }
        for (int i = 0; i < payloads.size(); i++) {
            text.put(PAYLOAD + i, payloads.get(i));
        }
        final FilterData data = filters.data();
        if (data != null) {
            text.put(DATA_ID, data.id()).put(DATA_VERSION, data.version())
                    .put(DATA_BYTES, HexFormat.of().formatHex(data.bytes()));
        }
    }

    static EnablementFilters decode(final RowText text) {
        try {
            final FilterBuilder filters = EnablementFilters.builder();
            ifPresent(ids(text, EVENT), filters::eventIds);
            ifPresent(names(text, EVENT), filters::eventNames);
            ifPresent(stacks(text), filters::stacks);
            ifPresent(text.listOrNull(EXECUTABLES), filters::executables);
            ifPresent(map(text.listOrNull(PIDS), Long::valueOf), filters::pids);
            final List<String> processes = text.listOrNull(PROCESSES);
            if (processes != null) {
                filters.processesNow(OrdersCodec.uuids(text, PROCESSES, processes));
            }
            final long payloads = text.textOrNull(PAYLOADS) == null
                    ? 0
                    : text.number(PAYLOADS, 1, FilterLimits.PREDICATES_MAX);
            for (int i = 0; i < payloads; i++) {
                filters.payload(text.text(PAYLOAD + i));
            }
            if (text.textOrNull(DATA_ID) != null) {
                filters.data(FilterData.of((int) text.number(DATA_ID, 0, DATA_NUMBER_MAX),
                        (int) text.number(DATA_VERSION, 0, DATA_NUMBER_MAX),
                        HexFormat.of().parseHex(text.text(DATA_BYTES))));
            }
            return filters.build();
        } catch (final IllegalArgumentException | ExpressionException e) {
            throw text.corrupt("filters are not known to this release", e);
        }
    }

    private static void putIds(final RowText text, final String prefix, final @Nullable EventIdFilter filter) {
        if (filter != null) {
            text.putList(prefix + IDS + (filter.in() ? IN : OUT), filter.ids());
        }
    }

    private static @Nullable EventIdFilter ids(final RowText text, final String prefix) {
        final List<Integer> in = map(text.listOrNull(prefix + IDS + IN), Integer::valueOf);
        final List<Integer> out = map(text.listOrNull(prefix + IDS + OUT), Integer::valueOf);
        if (in != null) {
            return EventIdFilter.in(in);
        }
        return out == null ? null : EventIdFilter.out(out);
    }

    private static void putNames(final RowText text, final String prefix, final @Nullable EventNameFilter filter) {
        if (filter != null) {
            text.putList(prefix + NAMES + (filter.in() ? IN : OUT), filter.names());
            text.put(prefix + SELF_DESCRIBING, filter.selfDescribing());
            putClass(text, prefix + CATEGORY, filter.category());
        }
    }

    private static @Nullable EventNameFilter names(final RowText text, final String prefix) {
        final List<String> in = text.listOrNull(prefix + NAMES + IN);
        final List<String> names = in != null ? in : text.listOrNull(prefix + NAMES + OUT);
        if (names == null) {
            return null;
        }
        final LevelKeywordFilter category = category(text, prefix + CATEGORY);
        if (category == null) {
            throw text.corrupt("without " + prefix + CATEGORY, null);
        }
        return new EventNameFilter(in != null, new TreeSet<>(names), category,
                Boolean.parseBoolean(text.text(prefix + SELF_DESCRIBING)));
    }

    private static void putClass(final RowText text, final String prefix, final @Nullable LevelKeywordFilter filter) {
        if (filter != null) {
            text.put(prefix + IN, filter.in()).put(prefix + LEVEL, filter.level())
                    .putMask(prefix + ANY, filter.matchAny()).putMask(prefix + ALL, filter.matchAll());
        }
    }

    private static @Nullable LevelKeywordFilter category(final RowText text, final String prefix) {
        final String in = text.textOrNull(prefix + IN);
        return in == null
                ? null
                : new LevelKeywordFilter(Boolean.parseBoolean(in),
                        (int) text.number(prefix + LEVEL, Level.LOG_ALWAYS, Level.MAX), text.mask(prefix + ANY),
                        text.mask(prefix + ALL));
    }

    private static @Nullable StackFilter stacks(final RowText text) {
        final EventIdFilter ids = ids(text, STACK);
        final EventNameFilter names = names(text, STACK);
        final LevelKeywordFilter levelKeyword = category(text, STACK + CLASS);
        return ids == null && names == null && levelKeyword == null ? null : new StackFilter(ids, names, levelKeyword);
    }

    private static void putProcesses(final RowText text, final ProcessFilter filter) {
        if (filter.pids() != null) {
            text.putList(PIDS, filter.pids());
        }
        if (filter.processes() != null) {
            text.putList(PROCESSES, filter.processes());
        }
        if (filter.executables() != null) {
            text.putList(EXECUTABLES, filter.executables());
        }
    }

    private static <T> @Nullable List<T> map(final @Nullable List<String> items, final Function<String, T> mapping) {
        return items == null ? null : items.stream().map(mapping).collect(Collectors.toList());
    }

    private static <T> void ifPresent(final @Nullable T value, final Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
