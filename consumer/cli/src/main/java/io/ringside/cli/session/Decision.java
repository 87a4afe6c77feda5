package io.ringside.cli.session;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.filter.Condition;
import io.ringside.filter.ProcessFilter;
import io.ringside.filter.RateFilter;
import io.ringside.schema.EventSchema;
import io.ringside.session.Enablement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a session does or does not want an event, for people. Immutable.
 *
 * @param rule       the first rule that rejects the event, or {@link Rule#ACCEPTED}
 * @param reason     the reason in words, with the compared values
 * @param conditions conditions that depend on the process or the payload, in words; empty unless accepted
 * @param misfits    payload filters for the event that cannot be applied to it and therefore reject nothing; empty
 *                   unless accepted, or rejected because of them
 */
record Decision(Rule rule, String reason, List<String> conditions, List<String> misfits) {
    /** The rules that can reject an event for a session, in the order in which they are checked. */
    enum Rule {
        /** The session has not enabled the provider. */
        NOT_ENABLED,
        /** The session is private to a process that does not have the provider registered. */
        PRIVATE,
        /** The event's level is above the enabled one. */
        LEVEL,
        /** The event's keyword is 0, which the session excludes. */
        KEYWORD_ZERO,
        /** The event's keyword has no bit of match-any. */
        MATCH_ANY,
        /** The event's keyword lacks a bit of match-all. */
        MATCH_ALL,
        /** The filter by event id excludes the event. */
        EVENT_ID,
        /** The filter by event name excludes the event. */
        EVENT_NAME,
        /** The payload filters need fields that the event does not have. */
        PAYLOAD,
        /** The process filters exclude all processes that have the provider registered. */
        PROCESS,
        /** No rule rejects the event. */
        ACCEPTED
    }

    /** Copies the lists. */
    Decision {
        conditions = List.copyOf(conditions);
        misfits = List.copyOf(misfits);
    }

    /** Whether the session wants the event, provided that the conditions are met. */
    boolean wanted() {
        return rule == Rule.ACCEPTED;
    }

    /**
     * Returns the decision for a session: the event is accepted if {@link Enablement#accepts(EventSchema)} accepts it
     * and a process passes the filters.
     *
     * @param enablement of the session; null if it has not enabled the provider
     * @param processes  processes that have the provider registered now
     */
    static Decision explain(
            final @Nullable Enablement enablement, final EventSchema event,
            final Collection<ProcessFilter.Facts> processes) {
        if (enablement == null) {
            return refused(Rule.NOT_ENABLED, "provider is not enabled");
        }
        final EventDescriptor descriptor = event.descriptor();
        if (descriptor.level() > enablement.level()) {
            return refused(Rule.LEVEL, "level " + descriptor.level() + " is above " + enablement.level());
        }
        final Decision byKeyword = explainKeyword(enablement, descriptor.keyword());
        if (byKeyword != null) {
            return byKeyword;
        }
        if (!enablement.filters().acceptsId(descriptor)) {
            return refused(Rule.EVENT_ID, "event id " + descriptor.id() + " is filtered out");
        }
        if (!enablement.filters().acceptsName(descriptor, event.name())) {
            return refused(Rule.EVENT_NAME, "event name " + event.name() + " is filtered out");
        }
        if (!enablement.filters().acceptsFields(event)) {
            return new Decision(Rule.PAYLOAD, "event lacks fields of the payload filters", List.of(),
                    enablement.filters().payloadMisfits(event));
        }
        final ProcessFilter filter = enablement.filters().processes();
        final List<Long> passing = pids(processes.stream().filter(filter::accepts).toList());
        if (passing.isEmpty() && !filter.equals(ProcessFilter.NONE)) {
            return refused(Rule.PROCESS, "none of the processes that run is taken: pids="
                    + pids(processes) + ", filter="
                    + String.join(" and ", conditions(filter)));
        }
        return new Decision(Rule.ACCEPTED, "level, keyword and event are wanted",
                conditions(enablement, event, passing), enablement.filters().payloadMisfits(event));
    }

    /** Returns the decision for a session private to a process: that of {@link #explain} for this process. */
    static Decision explainPrivate(final @Nullable Enablement enablement, final EventSchema event,
            final Collection<ProcessFilter.Facts> processes, final UUID privateTo) {
        final List<ProcessFilter.Facts> own = processes.stream()
                .filter(process -> process.incarnation().equals(privateTo)).toList();
        if (enablement != null && own.isEmpty()) {
            return refused(Rule.PRIVATE, "session is private to a process that does not have the provider registered: "
                    + "pids=" + pids(processes));
        }
        final Decision decision = explain(enablement, event, own);
        if (!decision.wanted()) {
            return decision;
        }
        final List<String> conditions = new ArrayList<>();
        conditions.add("process is the one that the session is private to: pid=" + own.get(0).pid());
        conditions.addAll(decision.conditions());
        return new Decision(decision.rule(), decision.reason(), conditions, decision.misfits());
    }

    private static @Nullable Decision explainKeyword(final Enablement enablement, final long keyword) {
        if (keyword == Keyword.NONE) {
            return enablement.ignoresKeywordZero()
                    ? refused(Rule.KEYWORD_ZERO, "events with keyword 0 are not wanted")
                    : null;
        }
        if ((keyword & enablement.matchAny()) == 0) {
            return refused(Rule.MATCH_ANY,
                    "keyword " + mask(keyword) + " has no bit of any " + mask(enablement.matchAny()));
        }
        return (keyword & enablement.matchAll()) == enablement.matchAll()
                ? null
                : refused(Rule.MATCH_ALL,
                        "keyword " + mask(keyword) + " has not all bits of all " + mask(enablement.matchAll()));
    }

    private static List<String> conditions(
            final Enablement enablement, final EventSchema event, final List<Long> passing) {
        final List<String> conditions = conditions(enablement.filters().processes());
        if (!conditions.isEmpty()) {
            conditions.add("of those that run now process id is one of " + passing);
        }
        final Condition condition = enablement.filters().payloadCondition(event);
        if (condition != null) {
            conditions.add("payload meets " + condition);
        }
        final RateFilter rate = enablement.filters().rate();
        if (rate != null) {
            conditions.add("rate filter records it: " + rate);
        }
        return conditions;
    }

    private static List<String> conditions(final ProcessFilter processes) {
        final List<String> conditions = new ArrayList<>();
        if (processes.pids() != null) {
            conditions.add("process id is one of " + processes.pids());
        }
        if (processes.processes() != null) {
            conditions.add("process is one of " + processes.processes().size() + " that ran when the session asked");
        }
        if (processes.executables() != null) {
            conditions.add("process runs one of " + processes.executables());
        }
        return conditions;
    }

    private static List<Long> pids(final Collection<ProcessFilter.Facts> processes) {
        return processes.stream().map(ProcessFilter.Facts::pid).sorted().toList();
    }

    private static Decision refused(final Rule rule, final String reason) {
        return new Decision(rule, reason, List.of(), List.of());
    }

    private static String mask(final long mask) {
        return "0x" + Long.toHexString(mask);
    }
}
