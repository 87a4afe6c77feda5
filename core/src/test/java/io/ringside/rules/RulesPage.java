package io.ringside.rules;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The page of rules that do not hold, or only in part, and the table of the tests that prove each rule. */
final class RulesPage {
    static final String NAME = "rules.md";
    /** The table of proofs, from the folder of the page. */
    static final String PROOFS = "../src/test/resources/io/ringside/rules/proofs.tsv";

    private static final Map<Integer, String> CHAPTERS = new TreeMap<>(Map.of(
            1, "Events",
            2, "Providers",
            3, "Enable callback, levels and keywords",
            4, "Controllers and sessions",
            5, "Classic providers",
            6, "Consumers and decoding",
            7, "Counters"));

    private final List<Rule> rules;
    private final Map<String, List<RuleClaim>> claims;

    RulesPage(final List<Rule> rules, final List<RuleClaim> claims) {
        this.rules = rules;
        this.claims = claims.stream().collect(Collectors.groupingBy(RuleClaim::rule));
    }

    /** Reads the rules, and what the sources of all modules below this directory claim to prove. */
    static RulesPage of(final Path root) {
        return new RulesPage(RuleTable.read(), ClaimScanner.scan(root));
    }

    /** {@return the page} */
    String render() {
        final StringBuilder page = new StringBuilder(
                """
                        # Rules of ETW

                        Ringside follows the rules of ETW and its performance counters; for example, an event has at
                        most 128 data descriptors (R1.19). A rule is covered if tests prove it. The tables list what
                        is not covered, and parts that do not apply to Ringside. `proofs.tsv` (package
                        `io.ringside.rules` in the tests of this module) has all rules and their tests. A test names its
                        rules in a `@DisplayName` or at the beginning of a comment, with the part that it leaves out:
                        `R1.20 partly: "the clause"`.

                        Both files are generated:
                        `./mvnw -q test -pl core -Dtest=RulesPageTest -Dringside.docs.write=true`.

                        """);
        renderCounts(page);
        CHAPTERS.forEach((chapter, title) -> renderChapter(page, title, rules.stream()
                .filter(rule -> rule.chapter() == chapter).filter(this::isException).toList()));
        return page.toString();
    }

    private void renderChapter(final StringBuilder page, final String title, final List<Rule> exceptions) {
        if (exceptions.isEmpty()) {
            return;
        }
        page.append("\n## ").append(title).append("\n\n");
        page.append("| rule | about | state | does not apply |\n|---|---|---|---|\n");
        exceptions.forEach(rule -> page.append("| ").append(rule.number()).append(" | ").append(rule.title())
                .append(" | ").append(state(rule)).append(" | ").append(rule.doesNotApply()).append(" |\n"));
    }

    /** {@return the table of all rules, their states, and the tests that prove them} */
    String renderProofs() {
        final StringBuilder table = new StringBuilder("rule\tabout\tstate\tproved by\n");
        rules.forEach(rule -> table.append(rule.number()).append('\t').append(rule.title()).append('\t')
                .append(state(rule)).append('\t').append(tests(rule)).append('\n'));
        return table.toString();
    }

    private boolean isException(final Rule rule) {
        return stateOf(rule) != RuleState.COVERED || !rule.doesNotApply().isBlank();
    }

    private void renderCounts(final StringBuilder page) {
        page.append("| state | rules |\n|---|---|\n");
        for (final RuleState state : RuleState.values()) {
            final long count = rules.stream().filter(rule -> stateOf(rule) == state).count();
            page.append("| ").append(state.text()).append(" | ").append(count).append(" |\n");
        }
    }

    private String state(final Rule rule) {
        final RuleState state = stateOf(rule);
        return state.text() + (state == RuleState.PARTLY ? missing(rule) : "");
    }

    RuleState stateOf(final Rule rule) {
        if (!rule.applies()) {
            return RuleState.DOES_NOT_APPLY;
        }
        final List<RuleClaim> found = claimsOf(rule);
        if (found.isEmpty()) {
            return RuleState.OPEN;
        }
        return found.stream().anyMatch(RuleClaim::isWhole) ? RuleState.COVERED : RuleState.PARTLY;
    }

    private String missing(final Rule rule) {
        return claimsOf(rule).stream()
                .map(RuleClaim::missing)
                .distinct()
                .sorted()
                .collect(Collectors.joining("\", \"", ", missing: \"", "\""));
    }

    /** By module, each of which is named once. */
    private String tests(final Rule rule) {
        return claimsOf(rule).stream().map(claim -> claim.test().split(": ", 2))
                .collect(Collectors.groupingBy(test -> test[0], TreeMap::new,
                        Collectors.mapping(test -> test[1], Collectors.toCollection(TreeSet::new))))
                .entrySet().stream().map(module -> module.getKey() + ": " + String.join(", ", module.getValue()))
                .collect(Collectors.joining("; "));
    }

    private List<RuleClaim> claimsOf(final Rule rule) {
        return claims.getOrDefault(rule.number(), List.of());
    }
}
