package io.ringside.internal.filter;

import io.ringside.filter.EnablementFilters;
import io.ringside.filter.StackFilter;
import java.util.EnumSet;
import java.util.Set;

/** Property that a filter tests, with ETW's numbers. An enablement has at most one filter of each type. */
public enum FilterType {
    /** Data for the provider's callbacks, which only they interpret. */
    SCHEMATIZED(0x80000000),
    /** Processes that were running when the session enabled the provider. */
    PID(0x80000004),
    /** Names of main classes or jar files. */
    EXECUTABLE_NAME(0x80000008),
    /** Values of a payload. */
    PAYLOAD(0x80000100),
    /** Ids of events. */
    EVENT_ID(0x80000200),
    /** Names of events. */
    EVENT_NAME(0x80000400),
    /** Ids of events for which stacks are captured. */
    STACK_ID(0x80001000),
    /** Names of events for which stacks are captured. */
    STACK_NAME(0x80002000),
    /** Level and keywords of events for which stacks are captured. */
    STACK_LEVEL_KEYWORD(0x80004000),
    /** Process ids, whenever a process with one of them starts; not in ETW. */
    PID_ALWAYS(0x81000004),
    /** A fraction of the events, or a limit of their rate; not in ETW. */
    RATE(0x81000400);

    private final int code;

    FilterType(final int code) {
        this.code = code;
    }

    /** {@return ETW's number, as an unsigned 32-bit number} */
    public int code() {
        return code;
    }

    /** {@return true for filters of events, which cannot be combined with a group of providers} */
    public boolean isOfEvents() {
        return this == EVENT_ID || this == EVENT_NAME || this == PAYLOAD;
    }

    /**
     * Returns the types of the filters of an enablement.
     *
     * @param filters of the enablement.
     * @return those that are present.
     */
    public static Set<FilterType> of(final EnablementFilters filters) {
        final Set<FilterType> types = EnumSet.noneOf(FilterType.class);
        final StackFilter stacks = filters.stacks();
        addIf(types, filters.data() != null, SCHEMATIZED);
        addIf(types, filters.processes().processes() != null, PID);
        addIf(types, filters.processes().pids() != null, PID_ALWAYS);
        addIf(types, filters.processes().executables() != null, EXECUTABLE_NAME);
        addIf(types, !filters.payloads().isEmpty(), PAYLOAD);
        addIf(types, filters.eventIds() != null, EVENT_ID);
        addIf(types, filters.eventNames() != null, EVENT_NAME);
        addIf(types, stacks != null && stacks.ids() != null, STACK_ID);
        addIf(types, stacks != null && stacks.names() != null, STACK_NAME);
        addIf(types, stacks != null && stacks.levelKeyword() != null, STACK_LEVEL_KEYWORD);
        addIf(types, filters.rate() != null, RATE);
        return types;
    }

    private static void addIf(final Set<FilterType> types, final boolean isPresent, final FilterType type) {
        if (isPresent) {
            types.add(type);
        }
    }
}
