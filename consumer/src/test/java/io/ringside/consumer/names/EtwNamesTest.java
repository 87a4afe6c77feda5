package io.ringside.consumer.names;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of names that people know is complete, and what it names exists. */
class EtwNamesTest {
    /** Chapter of the semantics of which the page may say that something is to come. */
    private static final int COUNTERS = 7;

    private final List<NamesRow> rows = NamesPage.rows();
    private final Map<String, Integer> functions = NamesPage.functions();
    private final OwnClasses own = OwnClasses.find();

    @Test
    void shouldHaveARowForEveryFunction() {
        final Set<String> named = rows.stream().flatMap(row -> row.etwNames().stream()).collect(Collectors.toSet());

        assertThat(functions).hasSizeGreaterThan(80);
        assertThat(named).containsAll(functions.keySet());
    }

    @Test
    void shouldSayNotYetOfCountersOnly() {
        final Set<String> others = functions.keySet().stream().filter(name -> functions.get(name) != COUNTERS)
                .collect(Collectors.toSet());

        assertThat(rows).filteredOn(NamesRow::isNotYet).isNotEmpty().allSatisfy(row -> {
            assertThat(row.etwNames()).doesNotContainAnyElementsOf(others);
            assertThat(row.section()).isEqualTo("Performance counters");
            assertThat(row.ownNames()).isEmpty();
        });
        assertThat(rows).filteredOn(row -> !row.isNotYet()).allSatisfy(row -> {
            assertThat(row.ownNames()).as(row.etw()).isNotEmpty();
            assertThat(row.examples()).as(row.etw()).hasSize(1);
        });
    }

    @Test
    void shouldNameClassesAndMembersThatExist() {
        final Map<String, String> missing = new TreeMap<>();
        for (final NamesRow row : rows) {
            row.ownNames().stream().filter(name -> !own.has(name)).forEach(name -> missing.put(name, row.etw()));
            row.examples().forEach(example -> own.missingIn(example).forEach(name -> missing.put(name, example)));
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldFindWhatIsMissing() {
        assertThat(own.has("TraceEvent.write")).isTrue();
        assertThat(own.has("EventClass.Builder.event")).isTrue();
        assertThat(own.has("TraceEvent.wrote")).isFalse();
        assertThat(own.has("TracedEvents")).isFalse();
        assertThat(own.missingIn("new TracedEvents().write(Level.LOUD, \"Nobody.home()\").wrote(x)"))
                .containsExactlyInAnyOrder("TracedEvents", "Level.LOUD", "wrote");
    }
}
