package io.ringside.internal.registry;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.PayloadFilter;
import io.ringside.filter.ProcessFilter;
import io.ringside.filter.RateFilter;
import io.ringside.filter.StackFilter;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.registry.ClosedTotals.Laneless;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows as text: the table of keys, with the encoding and decoding of each kind of row. Stateless. */
final class RowCodec {
    // Keys of a session.
    private static final String ID = "id";
    private static final String NAME = "name";
    private static final String SLOT = "slot";
    private static final String STATE = "state";
    private static final String GENERATION = "generation";
    private static final String START_WALL = "start.wallNs";
    private static final String START_MONOTONIC = "start.monotonicNs";
    private static final String CONTROLLER = "controller";
    private static final String FLUSHES = "flushes";
    private static final String SETTING_PREFIX = "setting.";

    // Keys of an enablement.
    private static final String SESSION = "session";
    private static final String PROVIDER = "provider";
    private static final String PROVIDER_NAME = "provider.name";
    private static final String LEVEL = "level";
    private static final String MATCH_ANY = "any";
    private static final String MATCH_ALL = "all";
    private static final String PROPERTIES = "properties";
    private static final String SOURCE = "source";
    private static final UUID NO_SOURCE = new UUID(0, 0);

    // Keys of requests in addition to an enablement; absent if there are none.
    private static final String CAPTURE_GENERATION = "capture.generation";
    private static final String CAPTURE_LEVEL = "capture.level";
    private static final String CAPTURE_ANY = "capture.any";
    private static final String CAPTURE_ALL = "capture.all";
    private static final String CAPTURE_PERIOD = "capture.periodNs";
    private static final String DISALLOWED = "disallowed";

    // Keys of an enablement's filters, some with suffixes; absent where there are no filters.
    private static final String FILTER_EVENT = "filter.event";
    private static final String FILTER_STACK = "filter.stack";
    private static final String SUFFIX_IDS = ".ids";
    private static final String SUFFIX_NAMES = ".names";
    private static final String SUFFIX_CATEGORY = ".names.category";
    private static final String SUFFIX_SELF_DESCRIBING = ".names.selfDescribing";
    private static final String SUFFIX_CLASS = ".class";
    private static final String SUFFIX_IN = ".in";
    private static final String SUFFIX_OUT = ".out";
    private static final String SUFFIX_LEVEL = ".level";
    private static final String SUFFIX_ANY = ".any";
    private static final String SUFFIX_ALL = ".all";
    private static final String FILTER_PIDS = "filter.pids";
    private static final String FILTER_PROCESSES = "filter.processes";
    private static final String FILTER_EXECUTABLES = "filter.executables";
    private static final String FILTER_PAYLOADS = "filter.payloads";
    private static final String FILTER_PAYLOAD = "filter.payload.";
    private static final String DATA_ID = "filter.data.id";
    private static final String DATA_VERSION = "filter.data.version";
    private static final String DATA_BYTES = "filter.data.bytes";
    private static final String RATE_SAMPLE = "filter.rate.sample";
    private static final String RATE_BY = "filter.rate.by";
    private static final String RATE_LIMIT = "filter.rate.limit";
    /**
     * Set in the properties of a row whose enablement has a rate filter. Releases without rate filters do not know this
     * property either: they refuse the row, instead of recording events that the session does not want.
     */
    private static final long RATE_PROPERTY = 1L << 30;
    private static final int DATA_NUMBER_MAX = 0xFFFF;

    // Keys of closed totals.
    private static final String WANTED = "wanted";
    private static final String DELIVERED = "delivered";
    private static final String OVERWRITTEN = "overwritten";
    private static final String SAMPLED_OUT = "sampledOut";
    private static final String OVER_LIMIT = "overLimit";
    private static final String LOST_PREFIX = "lost.";
    private static final String INCARNATIONS = "incarnations";
    private static final String SEPARATOR = ",";
    private static final char COUNTS = ':';
    private static final Pattern FOLDED = Pattern.compile("([^:]*)(?::([0-9]{1,18}):([0-9]{1,18}))?");

    private RowCodec() {}

    static RowText encode(final SessionRow row) {
        final RowText text = new RowText()
                .put(ID, row.id())
                .put(NAME, row.name())
                .put(SLOT, row.slot())
                .put(STATE, row.state())
                .put(GENERATION, row.generation())
                .put(START_WALL, row.start().wallNs())
                .put(START_MONOTONIC, row.start().monotonicNs())
                .put(CONTROLLER, row.controller())
                .put(FLUSHES, row.flushes());
        row.settings().asText().forEach((setting, value) -> text.put(SETTING_PREFIX + setting, value));
        return text;
    }

    static SessionRow session(final RowText text, final long id) {
        text.number(ID, id, id);
        final ClockPair start = new ClockPair(text.number(START_WALL, 0, Long.MAX_VALUE),
                text.number(START_MONOTONIC, Long.MIN_VALUE, Long.MAX_VALUE));
        return new SessionRow(id,
                (int) text.number(SLOT, 0, EventLimits.SESSIONS_MAX - 1),
                state(text),
                text.number(GENERATION, 1, Long.MAX_VALUE),
                settings(text),
                start,
                text.incarnation(CONTROLLER),
                text.number(FLUSHES, 0, Long.MAX_VALUE));
    }

    private static SessionInfo.State state(final RowText text) {
        try {
            return SessionInfo.State.valueOf(text.text(STATE));
        } catch (final IllegalArgumentException e) {
            throw text.corrupt("unknown " + STATE, e);
        }
    }

    /** Returns the settings of a session. Settings that this release does not know are ignored. */
    private static SessionSettings settings(final RowText text) {
        try {
            final SessionSettings.Builder builder = SessionSettings.builder(text.text(NAME));
            for (final SessionSettings.Key setting : SessionSettings.Key.values()) {
                final String value = text.textOrNull(SETTING_PREFIX + setting.settingName());
                if (value != null) {
                    builder.set(setting.settingName(), value);
                }
            }
            return builder.build();
        } catch (final RingsideException e) {
            throw text.corrupt("name or settings not allowed", e);
        }
    }

    static RowText encode(final EnablementRow row) {
        final Enablement enablement = row.enablement();
        final RowText text = new RowText()
                .put(SESSION, row.sessionId())
                .put(PROVIDER, row.providerId())
                .putIfPresent(PROVIDER_NAME, row.providerName())
                .put(GENERATION, row.generation())
                .put(LEVEL, enablement.requestedLevel())
                .putMask(MATCH_ANY, enablement.requestedMatchAny())
                .putMask(MATCH_ALL, enablement.requestedMatchAll())
                .putMask(PROPERTIES, enablement.properties() | (enablement.filters().rate() == null
                        ? 0
                        : RATE_PROPERTY))
                .put(SOURCE, row.sourceId() == null ? NO_SOURCE : row.sourceId());
        putFilters(text, enablement.filters());
        putOrders(text, row.orders());
        return text;
    }

    static EnablementRow enablement(final RowText text, final long sessionId, final UUID providerId) {
        text.number(SESSION, sessionId, sessionId);
        if (!text.uuid(PROVIDER).equals(providerId)) {
            throw text.corrupt(PROVIDER + " is not that of its file", null);
        }
        final UUID source = text.uuid(SOURCE);
        return new EnablementRow(sessionId,
                providerId,
                text.textOrNull(PROVIDER_NAME),
                text.number(GENERATION, 1, Long.MAX_VALUE),
                wanted(text),
                source.equals(NO_SOURCE) ? null : source,
                orders(text));
    }

    private static Enablement wanted(final RowText text) {
        final int level = (int) text.number(LEVEL, 0, Level.MAX);
        final EnablementFilters filters = filters(text);
        final long properties = text.mask(PROPERTIES) & (filters.rate() == null ? -1 : ~RATE_PROPERTY);
        try {
            return Enablement.of(level, text.mask(MATCH_ANY), text.mask(MATCH_ALL), Math.toIntExact(properties),
                    filters);
        } catch (final RingsideException | ArithmeticException e) {
            throw text.corrupt(PROPERTIES + " not known to this release, or filters that do not go with them", e);
        }
    }

    private static void putOrders(final RowText text, final StandingOrders orders) {
        if (orders.captureGeneration() != 0) {
            text.put(CAPTURE_GENERATION, orders.captureGeneration())
                    .put(CAPTURE_LEVEL, orders.captureLevel())
                    .putMask(CAPTURE_ANY, orders.captureAny())
                    .putMask(CAPTURE_ALL, orders.captureAll());
        }
        if (orders.capturePeriodNs() != 0) {
            text.put(CAPTURE_PERIOD, orders.capturePeriodNs());
        }
        if (!orders.disallowed().isEmpty()) {
            text.putList(DISALLOWED, orders.disallowed());
        }
    }

    private static StandingOrders orders(final RowText text) {
        StandingOrders orders = StandingOrders.NONE;
        if (text.textOrNull(CAPTURE_GENERATION) != null) {
            orders = orders.withCapture(text.number(CAPTURE_GENERATION, 1, Long.MAX_VALUE),
                    (int) text.number(CAPTURE_LEVEL, Level.LOG_ALWAYS, Level.MAX), text.mask(CAPTURE_ANY),
                    text.mask(CAPTURE_ALL));
        }
        if (text.textOrNull(CAPTURE_PERIOD) != null) {
            orders = orders.withCapturePeriodNs(text.number(CAPTURE_PERIOD, 1, Long.MAX_VALUE));
        }
        final List<String> disallowed = text.listOrNull(DISALLOWED);
        return disallowed == null ? orders : orders.withDisallowed(uuids(text, DISALLOWED, disallowed));
    }

    private static List<UUID> uuids(final RowText text, final String key, final List<String> items) {
        return items.stream().map(item -> text.uuidOf(item, key)).collect(Collectors.toList());
    }

    private static void putFilters(final RowText text, final EnablementFilters filters) {
        putIds(text, FILTER_EVENT, filters.eventIds());
        putNames(text, FILTER_EVENT, filters.eventNames());
        final StackFilter stacks = filters.stacks();
        if (stacks != null) {
            putIds(text, FILTER_STACK, stacks.ids());
            putNames(text, FILTER_STACK, stacks.names());
            putClass(text, FILTER_STACK + SUFFIX_CLASS, stacks.levelKeyword());
        }
        putProcesses(text, filters.processes());
        final List<PayloadFilter> payloads = filters.payloads();
        if (!payloads.isEmpty()) {
            text.put(FILTER_PAYLOADS, payloads.size());
        }
        for (int i = 0; i < payloads.size(); i++) {
            text.put(FILTER_PAYLOAD + i, payloads.get(i));
        }
        final EnablementFilters.Data data = filters.data();
        if (data != null) {
            text.put(DATA_ID, data.id()).put(DATA_VERSION, data.version())
                    .put(DATA_BYTES, HexFormat.of().formatHex(data.bytes()));
        }
        final RateFilter rate = filters.rate();
        if (rate != null) {
            text.put(RATE_SAMPLE, rate.sampleOneIn()).putIfPresent(RATE_BY, rate.sampleBy())
                    .put(RATE_LIMIT, rate.limitPerSecond());
        }
    }

    private static EnablementFilters filters(final RowText text) {
        try {
            final EnablementFilters.Builder filters = EnablementFilters.builder();
            ifPresent(ids(text, FILTER_EVENT), filters::eventIds);
            ifPresent(names(text, FILTER_EVENT), filters::eventNames);
            ifPresent(stacks(text), filters::stacks);
            ifPresent(text.listOrNull(FILTER_EXECUTABLES), filters::executables);
            ifPresent(map(text.listOrNull(FILTER_PIDS), Long::valueOf), filters::pids);
            final List<String> processes = text.listOrNull(FILTER_PROCESSES);
            if (processes != null) {
                filters.processesNow(uuids(text, FILTER_PROCESSES, processes));
            }
            final long payloads = text.textOrNull(FILTER_PAYLOADS) == null
                    ? 0
                    : text.number(FILTER_PAYLOADS, 1, FilterLimits.PREDICATES_MAX);
            for (int i = 0; i < payloads; i++) {
                filters.payload(text.text(FILTER_PAYLOAD + i));
            }
            if (text.textOrNull(DATA_ID) != null) {
                filters.data(EnablementFilters.Data.of((int) text.number(DATA_ID, 0, DATA_NUMBER_MAX),
                        (int) text.number(DATA_VERSION, 0, DATA_NUMBER_MAX),
                        HexFormat.of().parseHex(text.text(DATA_BYTES))));
            }
            if (text.textOrNull(RATE_SAMPLE) != null) {
                filters.rate(new RateFilter((int) text.number(RATE_SAMPLE, 1, RateFilter.SAMPLE_MAX),
                        text.textOrNull(RATE_BY),
                        (int) text.number(RATE_LIMIT, RateFilter.NO_LIMIT, RateFilter.LIMIT_MAX)));
            }
            return filters.build();
        } catch (final IllegalArgumentException | RingsideException e) {
            throw text.corrupt("filters are not known to this release", e);
        }
    }

    private static void putIds(final RowText text, final String prefix, final @Nullable EventIdFilter filter) {
        if (filter != null) {
            text.putList(prefix + SUFFIX_IDS + (filter.in() ? SUFFIX_IN : SUFFIX_OUT), filter.ids());
        }
    }

    private static @Nullable EventIdFilter ids(final RowText text, final String prefix) {
        final List<Integer> in = map(text.listOrNull(prefix + SUFFIX_IDS + SUFFIX_IN), Integer::valueOf);
        final List<Integer> out = map(text.listOrNull(prefix + SUFFIX_IDS + SUFFIX_OUT), Integer::valueOf);
        if (in != null) {
            return EventIdFilter.in(in);
        }
        return out == null ? null : EventIdFilter.out(out);
    }

    private static void putNames(final RowText text, final String prefix, final @Nullable EventNameFilter filter) {
        if (filter != null) {
            text.putList(prefix + SUFFIX_NAMES + (filter.in() ? SUFFIX_IN : SUFFIX_OUT), filter.names());
            text.put(prefix + SUFFIX_SELF_DESCRIBING, filter.selfDescribing());
            putClass(text, prefix + SUFFIX_CATEGORY, filter.category());
        }
    }

    private static @Nullable EventNameFilter names(final RowText text, final String prefix) {
        final List<String> in = text.listOrNull(prefix + SUFFIX_NAMES + SUFFIX_IN);
        final List<String> names = in != null ? in : text.listOrNull(prefix + SUFFIX_NAMES + SUFFIX_OUT);
        if (names == null) {
            return null;
        }
        final StackFilter.LevelKeyword category = category(text, prefix + SUFFIX_CATEGORY);
        if (category == null) {
            throw text.corrupt("without " + prefix + SUFFIX_CATEGORY, null);
        }
        return new EventNameFilter(in != null, new TreeSet<>(names), category,
                Boolean.parseBoolean(text.text(prefix + SUFFIX_SELF_DESCRIBING)));
    }

    private static void putClass(final RowText text, final String prefix,
            final StackFilter.@Nullable LevelKeyword filter) {
        if (filter != null) {
            text.put(prefix + SUFFIX_IN, filter.in()).put(prefix + SUFFIX_LEVEL, filter.level())
                    .putMask(prefix + SUFFIX_ANY, filter.matchAny()).putMask(prefix + SUFFIX_ALL, filter.matchAll());
        }
    }

    private static StackFilter.@Nullable LevelKeyword category(final RowText text, final String prefix) {
        final String in = text.textOrNull(prefix + SUFFIX_IN);
        return in == null
                ? null
                : new StackFilter.LevelKeyword(Boolean.parseBoolean(in),
                        (int) text.number(prefix + SUFFIX_LEVEL, Level.LOG_ALWAYS, Level.MAX),
                        text.mask(prefix + SUFFIX_ANY),
                        text.mask(prefix + SUFFIX_ALL));
    }

    private static @Nullable StackFilter stacks(final RowText text) {
        final EventIdFilter ids = ids(text, FILTER_STACK);
        final EventNameFilter names = names(text, FILTER_STACK);
        final StackFilter.LevelKeyword levelKeyword = category(text, FILTER_STACK + SUFFIX_CLASS);
        return ids == null && names == null && levelKeyword == null ? null : new StackFilter(ids, names, levelKeyword);
    }

    private static void putProcesses(final RowText text, final ProcessFilter filter) {
        if (filter.pids() != null) {
            text.putList(FILTER_PIDS, filter.pids());
        }
        if (filter.processes() != null) {
            text.putList(FILTER_PROCESSES, filter.processes());
        }
        if (filter.executables() != null) {
            text.putList(FILTER_EXECUTABLES, filter.executables());
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

    static RowText encode(final ClosedTotals row) {
        final LedgerTotals totals = row.totals();
        final RowText text = new RowText()
                .put(WANTED, totals.wanted())
                .put(DELIVERED, totals.delivered())
                .put(OVERWRITTEN, totals.overwritten())
                .put(SAMPLED_OUT, totals.sampledOut())
                .put(OVER_LIMIT, totals.overLimit())
                .put(INCARNATIONS, row.laneless().entrySet().stream().map(RowCodec::foldedText).sorted()
                        .collect(Collectors.joining(SEPARATOR)));
        for (final LossCause cause : LossCause.values()) {
            text.put(LOST_PREFIX + cause.jsonName(), totals.lost().of(cause));
        }
        return text;
    }

    static ClosedTotals folded(final RowText text) {
        LossCounts lost = LossCounts.NONE;
        for (final LossCause cause : LossCause.values()) {
            lost = lost.plus(cause, count(text, LOST_PREFIX + cause.jsonName()));
        }
        final LedgerTotals totals = new LedgerTotals(
                count(text, WANTED), count(text, DELIVERED), count(text, OVERWRITTEN), 0, 0, lost,
                count(text, SAMPLED_OUT), count(text, OVER_LIMIT));
        return new ClosedTotals(totals, foldedIncarnations(text));
    }

    private static String foldedText(final Map.Entry<Incarnation, Laneless> folded) {
        final Laneless losses = folded.getValue();
        return losses.equals(Laneless.NONE)
                ? folded.getKey().toString()
                : folded.getKey().toString() + COUNTS + losses.noLane() + COUNTS + losses.notAttached();
    }

    private static Map<Incarnation, Laneless> foldedIncarnations(final RowText text) {
        final Map<Incarnation, Laneless> incarnations = new HashMap<>();
        final String value = text.text(INCARNATIONS);
        if (!value.isEmpty()) {
            for (final String part : value.split(SEPARATOR, -1)) {
                final Matcher matcher = FOLDED.matcher(part);
                if (!matcher.matches()) {
                    throw text.corrupt("not the name of a process with its losses: " + part, null);
                }
                final Laneless losses = matcher.group(2) == null
                        ? Laneless.NONE
                        : new Laneless(Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)));
                incarnations.put(text.incarnationOf(matcher.group(1), INCARNATIONS), losses);
            }
        }
        if (incarnations.size() > ClosedTotals.MAX_INCARNATIONS) {
            throw text.corrupt("too many " + INCARNATIONS, null);
        }
        return incarnations;
    }

    private static long count(final RowText text, final String key) {
        return text.number(key, 0, Long.MAX_VALUE);
    }
}
