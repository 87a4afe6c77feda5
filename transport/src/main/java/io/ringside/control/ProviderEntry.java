package io.ringside.control;

import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lines of a profile for one provider, collected line by line. Not thread-safe. */
final class ProviderEntry {
    private static final Pattern ID = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
    private static final String HEX_PREFIX = "0x";
    private static final int HEX = 16;
    private static final int DECIMAL = 10;

    private @Nullable String provider;
    private boolean enabled = true;
    private int level = Level.MAX;
    private long matchAny;
    private long matchAll;
    private int properties = EnableProperty.NONE;
    private final EnablementFilters.Builder filters = EnablementFilters.builder();
    private @Nullable UUID sourceId;

    /** Add a line. A line without a member names the provider. */
    void set(final @Nullable String member, final String value) {
        if (member == null) {
            provider = value;
            return;
        }
        switch (member) {
            case "enabled" -> enabled = truth(value);
            case "level" -> level = Integer.parseInt(value);
            case "any" -> matchAny = mask(value);
            case "all" -> matchAll = mask(value);
            case "properties" -> properties = Math.toIntExact(mask(value));
            case "eventIds" -> filters.eventIds(EventIdFilter.in(list(value, Integer::valueOf)));
            case "notEventIds" -> filters.eventIds(EventIdFilter.out(list(value, Integer::valueOf)));
            case "events" -> filters.eventNames(EventNameFilter.in(list(value, Function.identity())));
            case "pids" -> filters.pids(list(value, Long::valueOf));
            case "executables" -> filters.executables(list(value, Function.identity()));
            case "payload" -> filters.payload(value);
            case "sourceId" -> sourceId = UUID.fromString(value);
            default -> throw new IllegalArgumentException("no such setting of a provider: setting=" + member);
        }
    }

    /** Returns the request; empty if it is switched off. */
    Optional<EnableRequest> request() {
        final String named = provider;
        if (named == null || named.isEmpty()) {
            throw new IllegalArgumentException("provider without name or UUID");
        }
        final Enablement enablement = Enablement.of(level, matchAny, matchAll, properties, filters.build());
        final EnableRequest request = ID.matcher(named).matches()
                ? EnableRequest.of(UUID.fromString(named), enablement)
                : EnableRequest.of(named, enablement);
        return enabled ? Optional.of(request.from(sourceId)) : Optional.empty();
    }

    static boolean truth(final String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new IllegalArgumentException("neither true nor false: value=" + value);
        };
    }

    private static <T> List<T> list(final String value, final Function<String, T> element) {
        return Arrays.stream(value.split(",", -1)).map(String::strip).map(element).toList();
    }

    private static long mask(final String value) {
        return value.startsWith(HEX_PREFIX)
                ? Long.parseUnsignedLong(value.substring(HEX_PREFIX.length()), HEX)
                : Long.parseUnsignedLong(value, DECIMAL);
    }
}
