package io.ringside.etw.names;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of names that people know is complete, and what it names exists. */
class EtwNamesTest {
    private final List<NamesRow> rows = NamesPage.rows();
    private final Map<String, Integer> functions = NamesPage.functions();
    private final OwnClasses own = OwnClasses.find();

    @Test
    void shouldHaveARowForEveryFunction() {
        assertThat(functions).hasSizeGreaterThan(80);
        assertThat(named()).containsAll(functions.keySet());
    }

    @Test
    void shouldHaveARowForEveryStructureAndCode() {
        final Set<String> codes = NamesPage.codes().keySet();
        final List<String> named = named().stream().map(name -> '_' + name + '_').toList();

        assertThat(codes).hasSizeGreaterThan(300).contains("EVENT_FILTER_HEADER", "TRACE_LOGFILE_HEADER",
                "TRACE_QUERY_INFO_CLASS", "PCW_ANY_INSTANCE_ID", "PDH_NO_DATA", "USE_PAGED_MEMORY", "ERROR_TIMEOUT");
        assertThat(codes).filteredOn(code -> named.stream().noneMatch(name -> name.contains('_' + code + '_')))
                .isEmpty();
    }

    @Test
    void shouldSayNotYetOfNothing() {
        assertThat(rows).filteredOn(NamesRow::isNotYet).isEmpty();
    }

    @Test
    void shouldGiveANameAndAnExampleOrSayWhyThereIsNone() {
        assertThat(rows).filteredOn(row -> !row.isNotYet() && !row.isNotForUs()).allSatisfy(row -> {
            assertThat(row.ownNames()).as(row.etw()).isNotEmpty();
            assertThat(row.examples()).as(row.etw()).hasSize(1);
        });
        assertThat(rows).filteredOn(NamesRow::isNotForUs).isNotEmpty().allSatisfy(row -> {
            assertThat(row.etwNames()).as("functions have a name here").doesNotContainAnyElementsOf(functions.keySet());
            assertThat(row.ownNames()).as(row.etw()).isEmpty();
            assertThat(row.examples()).as(row.etw()).isEmpty();
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
    void shouldNameEachNameOnce() {
        final List<String> all = rows.stream().flatMap(row -> row.etwNames().stream()).toList();

        assertThat(all).filteredOn(functions::containsKey).doesNotHaveDuplicates();
    }

    @Test
    void shouldFindWhatIsMissing() {
        assertThat(own.has("ProviderEvent.write")).isTrue();
        assertThat(own.has("EventClass.Builder.event")).isTrue();
        assertThat(own.has("ProviderEvent.wrote")).isFalse();
        assertThat(own.has("TracedEvents")).isFalse();
        assertThat(own.has("TraceDirectory")).as("an internal class").isFalse();
        assertThat(own.missingIn("new TracedEvents().write(Level.LOUD, \"Nobody.home()\").wrote(x)"))
                .containsExactlyInAnyOrder("TracedEvents", "Level.LOUD", "wrote");
    }

    private Set<String> named() {
        return rows.stream().flatMap(row -> row.etwNames().stream()).collect(Collectors.toSet());
    }
}
