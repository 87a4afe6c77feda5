package io.ringside.rules;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The page that lists every rule, whether it is proved, and by which tests. */
final class RulesPage {
    static final String NAME = "rules.md";

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

    /** The page as the sources of all modules below this directory have it. */
    static String generate(final Path root) {
        return new RulesPage(RuleTable.read(), ClaimScanner.scan(root)).render();
    }

    String render() {
        final StringBuilder page = new StringBuilder(
                """
                        # Rules and proofs

                        Which rules of ETW and its counters does Ringside follow, and which tests prove them? For
                        example, R1.19 says that an event has at most 128 data descriptors; its row names the tests
                        that check this. A rule is covered unless its row says otherwise. The last column names the
                        parts of a rule that do not apply to Ringside.

                        A test names its rules in a `@DisplayName` or at the beginning of a comment. If a part is not
                        tested, the comment says which: `R1.20 partly: "the clause that is missing"`.

                        This page is generated from the tests and from `rules.csv` (package `io.ringside.rules` in
                        the tests of this module). To generate it again:
                        `./mvnw -q test -pl core -Dtest=RulesPageTest -Dringside.docs.write=true`.

                        """);
        renderCounts(page);
        CHAPTERS.forEach((chapter, title) -> {
            page.append("\n## ").append(chapter).append(". ").append(title).append("\n\n");
            page.append("| rule | about | state | proved by | does not apply |\n|---|---|---|---|---|\n");
            rules.stream().filter(rule -> rule.chapter() == chapter).forEach(rule -> renderRule(page, rule));
        });
        return page.toString();
    }

    private void renderCounts(final StringBuilder page) {
        page.append("| state | rules |\n|---|---|\n");
        for (final RuleState state : RuleState.values()) {
            final long count = rules.stream().filter(rule -> stateOf(rule) == state).count();
            page.append("| ").append(state.text()).append(" | ").append(count).append(" |\n");
        }
    }

    private void renderRule(final StringBuilder page, final Rule rule) {
        final RuleState state = stateOf(rule);
        page.append("| ").append(rule.number())
                .append(" | ").append(rule.title())
                .append(" | ").append(state == RuleState.COVERED ? "" : state.text())
                .append(state == RuleState.PARTLY ? missing(rule) : "")
                .append(" | ").append(tests(rule))
                .append(" | ").append(rule.doesNotApply())
                .append(" |\n");
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
