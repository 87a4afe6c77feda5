package io.ringside.rules;

import io.ringside.docs.DocumentPage;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RulesPageTest {
    /** As many as the semantics have. */
    private static final int RULES = 209;

    private static final Path ROOT = DocumentPage.moduleDirectory().resolveSibling("").normalize();

    @Test
    void shouldBeWhatTheTestsClaim() {
        final RulesPage rules = RulesPage.of(ROOT);

        DocumentPage.of(RulesPage.NAME).check(rules.render());
        DocumentPage.of(RulesPage.PROOFS).check(rules.renderProofs());
    }

    @Test
    void shouldListEveryRuleOnceInOrder() {
        final List<Rule> rules = RuleTable.read();

        assertThat(rules).hasSize(RULES).extracting(Rule::number).doesNotHaveDuplicates().allMatch(
                number -> number.matches("R[1-7]\\.[1-9]\\d*"));
        assertThat(rules).isSortedAccordingTo(Comparator.comparingInt(Rule::chapter).thenComparingInt(Rule::place));
        assertThat(rules).extracting(Rule::owner).allMatch(
                owner -> owner.matches("1a|1b|2a|2b|3a|4|5a|6|-|1a \\(callback: 2a\\)|2a \\(decoding: 4\\)"));
        assertThat(rules).allSatisfy(rule -> {
            assertThat(rule.title()).isNotBlank();
            assertThat(rule.applies() || !rule.doesNotApply().isBlank()).as(rule.number()).isTrue();
        });
    }

    @Test
    void shouldFindNoClaimOfARuleThatIsNotThereOrNotForUs() {
        final Set<String> ours = RuleTable.read().stream().filter(Rule::applies).map(Rule::number)
                .collect(Collectors.toSet());

        assertThat(ClaimScanner.scan(ROOT)).isNotEmpty().allSatisfy(claim -> assertThat(ours).contains(claim.rule()));
    }

    @Test
    void shouldTellStatesApart() {
        final List<Rule> rules = List.of(
                new Rule("R1.1", "1a", "a", ""),
                new Rule("R1.2", "1a", "b", "b2"),
                new Rule("R1.3", "1a", "c", ""),
                new Rule("R2.1", "2a", "d", ""),
                new Rule("R2.2", "-", "e", "because"));
        final List<RuleClaim> claims = List.of(
                new RuleClaim("R1.1", "m: B", ""),
                new RuleClaim("R1.1", "m: A", "x"),
                new RuleClaim("R1.1", "m: A", "x"),
                new RuleClaim("R1.2", "m: A", "z"),
                new RuleClaim("R1.2", "m: B", "y"));

        final RulesPage page = new RulesPage(rules, claims);
        assertThat(page.render())
                .contains("| covered | 1 |\n| partly | 1 |\n| open | 2 |\n| does not apply | 1 |\n")
                .contains("| R1.2 | b | partly, missing: \"y\", \"z\" | b2 |\n")
                .contains("| R1.3 | c | open |  |\n")
                .contains("| R2.1 | d | open |  |\n")
                .contains("| R2.2 | e | does not apply | because |\n")
                .doesNotContain("| R1.1 |");
        assertThat(page.renderProofs())
                .contains("R1.1\ta\tcovered\tm: A, B\n")
                .contains("R1.2\tb\tpartly, missing: \"y\", \"z\"\tm: A, B\n")
                .contains("R1.3\tc\topen\t\n")
                .contains("R2.2\te\tdoes not apply\t\n");
    }

    @Test
    void shouldFindClaimsInDisplayNames() {
        final String source = """
                @DisplayName("R1.1 shown") void a() {}
                @DisplayName(
                    "R1.2 R1.3 long " // and more
                    + "and R1.4 partly: \\"the \\\\ rest\\"; longer")
                void b() { call("R9.1"); String s = "@DisplayName(" + "R9.2"; }
                """;

        assertThat(ClaimScanner.scan("m: T", source))
                .containsExactly(
                        new RuleClaim("R1.1", "m: T", ""),
                        new RuleClaim("R1.2", "m: T", ""),
                        new RuleClaim("R1.3", "m: T", ""),
                        new RuleClaim("R1.4", "m: T", "the \\ rest"));
    }

    @Test
    void shouldFindClaimsAtTheBeginningOfComments() {
        final String source = """
                // R1.1, R1.2 and R1.3: shown, not R9.1
                /* R1.4 */
                /**
                 * R1.5 partly: "the rest"; R1.6
                 * R9.2 on a later line is none.
                 */
                // see R9.3
                String s = "// R9.4"; char c = '"'; // R1.7
                char d = '\\''; String t = "\\"/* R9.5 */";
                """;

        assertThat(ClaimScanner.scan("m: T", source))
                .extracting(RuleClaim::rule)
                .containsExactly("R1.1", "R1.2", "R1.3", "R1.4", "R1.5", "R1.6", "R1.7");
        assertThat(ClaimScanner.scan("m: T", source)).extracting(RuleClaim::missing).contains("the rest");
    }
}
