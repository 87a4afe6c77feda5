package io.ringside.cli.session;

import io.ringside.SeededRandom;
import io.ringside.cli.session.Decision.Rule;
import io.ringside.event.EventDescriptor;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.ProcessFilter;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DecisionTest {
    private static final EventSchema EVENT = event(7, 4, 0x6);
    private static final ProcessFilter.Facts MAIN = new ProcessFilter.Facts(17, new UUID(1, 1), "Main");

    @Test
    void shouldNameTheFirstRuleThatKeepsAnEventAway() {
        assertThat(explain(null, EVENT).rule()).isEqualTo(Rule.NOT_ENABLED);
        assertRefused(Enablement.of(3, 0x1, 0), Rule.LEVEL, "level 4 is above 3");
        assertRefused(Enablement.of(4, 0x1, 0), Rule.MATCH_ANY, "keyword 0x6 has no bit of any 0x1");
        assertRefused(Enablement.of(4, 0x3, 0xA), Rule.MATCH_ALL, "keyword 0x6 has not all bits of all 0xa");
        assertRefused(Enablement.of(4, 0, 0).withFilters(
                EnablementFilters.builder().eventIds(EventIdFilter.out(7)).build()), Rule.EVENT_ID,
                "event id 7 is filtered out");
        assertRefused(Enablement.of(4, 0, 0).withFilters(
                EnablementFilters.builder().eventNames(EventNameFilter.out(List.of("e"))).build()), Rule.EVENT_NAME,
                "event name e is filtered out");
        assertThat(explain(Enablement.of(4, 1, 0, EnableProperty.IGNORE_KEYWORD_ZERO), event(7, 4, 0)).rule())
                .isEqualTo(Rule.KEYWORD_ZERO);
    }

    @Test
    void shouldSayWhatIsLeftToProcessAndPayload() {
        final Decision decision = explain(Enablement.of(4, 0, 0).withFilters(EnablementFilters.builder()
                .pids(List.of(17L)).processesNow(List.of(new UUID(1, 1))).executables(List.of("Main"))
                .payload("n > 10").payload("text is 'x'").build()), EVENT);

        assertThat(decision.wanted()).isTrue();
        assertThat(decision.rule()).isEqualTo(Rule.ACCEPTED);
        assertThat(decision.conditions()).containsExactly("process id is one of [17]",
                "process is one of 1 that ran when the session asked", "process runs one of [main]",
                "of those that run now process id is one of [17]", "payload meets n > 10");
        assertThat(decision.misfits()).singleElement().asString().contains("filter=text is \"x\"", "event=e");
        assertThat(explain(Enablement.of(4, 0, 0), EVENT).conditions()).isEmpty();
    }

    @Test
    @DisplayName("R4.40, R4.43 partly: \"what is recorded\" an event is not wanted where no process that runs is taken")
    void shouldSayThatNoProcessIsTaken() {
        assertRefusedOfProcess(EnablementFilters.builder().pids(List.of(18L)), "process id is one of [18]");
        assertRefusedOfProcess(EnablementFilters.builder().executables(List.of("Other")),
                "process runs one of [other]");
        assertRefusedOfProcess(EnablementFilters.builder().processesNow(List.of()),
                "process is one of 0 that ran when the session asked");
        assertRefusedOfProcess(EnablementFilters.builder().pids(List.of(17L)).executables(List.of("Other")),
                "process id is one of [17] and process runs one of [other]");
        assertThat(Decision.explain(Enablement.of(4, 0, 0), EVENT, List.of()).wanted()).isTrue();
    }

    @Test
    void shouldLookOnlyAtTheProcessThatASessionIsPrivateTo() {
        final ProcessFilter.Facts other = new ProcessFilter.Facts(18, new UUID(2, 2), "Main");
        final Enablement enablement = Enablement.of(4, 0, 0);

        final Decision wanted = Decision.explainPrivate(enablement, EVENT, List.of(other, MAIN), MAIN.incarnation());
        assertThat(wanted.rule()).isEqualTo(Rule.ACCEPTED);
        assertThat(wanted.conditions()).containsExactly("process is the one that the session is private to: pid=17");
        assertThat(Decision.explainPrivate(enablement, EVENT, List.of(other), MAIN.incarnation()))
                .isEqualTo(new Decision(Rule.PRIVATE, "session is private to a process that does not have the provider "
                        + "registered: pids=[18]", List.of(), List.of()));
        assertThat(Decision.explainPrivate(null, EVENT, List.of(other), MAIN.incarnation()).rule())
                .isEqualTo(Rule.NOT_ENABLED);
        assertThat(Decision.explainPrivate(Enablement.of(3, 0, 0), EVENT, List.of(other, MAIN), MAIN.incarnation())
                .rule()).isEqualTo(Rule.LEVEL);
        final Enablement ofOther = enablement
                .withFilters(EnablementFilters.builder().pids(List.of(18L)).build());
        assertThat(Decision.explainPrivate(ofOther, EVENT, List.of(other, MAIN), MAIN.incarnation()).reason())
                .isEqualTo("none of the processes that run is taken: pids=[17], filter=process id is one of [18]");
    }

    private static void assertRefusedOfProcess(final EnablementFilters.Builder filters, final String filter) {
        assertRefused(Enablement.of(4, 0, 0).withFilters(filters.build()), Rule.PROCESS,
                "none of the processes that run is taken: pids=[17], filter=" + filter);
    }

    private static Decision explain(final Enablement enablement, final EventSchema event) {
        return Decision.explain(enablement, event, List.of(MAIN));
    }

    @Test
    void shouldAgreeWithWhatIsDecided() {
        final Random random = SeededRandom.create(DecisionTest.class);
        int wanted = 0;
        for (int i = 0; i < 2_000; i++) {
            final EventSchema event = event(random.nextInt(3), random.nextInt(6), random.nextInt(4));
            final Enablement enablement = Enablement.of(random.nextInt(6), random.nextInt(4), random.nextInt(4),
                    random.nextInt(2) * EnableProperty.IGNORE_KEYWORD_ZERO, filters(random));
            final Decision decision = explain(enablement, event);

            assertThat(decision.wanted()).as("%s %s", enablement, event).isEqualTo(enablement.accepts(event));
            assertThat(decision.reason()).isNotEmpty();
            wanted += decision.wanted() ? 1 : 0;
        }
        assertThat(wanted).isBetween(100, 1_900);
    }

    private static EnablementFilters filters(final Random random) {
        final List<Integer> ids = List.of(random.nextInt(3));
        return switch (random.nextInt(4)) {
            case 0 -> EnablementFilters.builder().eventIds(EventIdFilter.in(ids)).build();
            case 1 -> EnablementFilters.builder().eventIds(EventIdFilter.out(ids)).build();
            case 2 -> EnablementFilters.builder()
                    .eventNames(EventNameFilter.in(List.of(random.nextBoolean() ? "e" : "f"))).build();
            default -> EnablementFilters.NONE;
        };
    }

    private static void assertRefused(final Enablement enablement, final Rule rule, final String reason) {
        assertThat(explain(enablement, EVENT)).isEqualTo(new Decision(rule, reason, List.of(), List.of()));
    }

    private static EventSchema event(final int id, final int level, final long keyword) {
        return ProviderSchema.builder("p")
                .event("e", EventDescriptor.of(id, level, keyword), FieldSchema.of("n", FieldType.INT32))
                .build().events().get(0);
    }
}
