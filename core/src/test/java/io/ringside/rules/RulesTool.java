package io.ringside.rules;

import io.ringside.docs.DocumentPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the page of rules and the table of proofs without running the tests. */
public final class RulesTool {
    private RulesTool() {}

    /** Takes no arguments; works in the directory of this module or above it. */
    public static void main(final String[] args) throws IOException {
        final Path module = DocumentPage.moduleDirectory();
        final RulesPage rules = RulesPage.of(module.resolveSibling("").normalize());
        final Path docs = module.resolve("docs");
        Files.writeString(docs.resolve(RulesPage.NAME), rules.render());
        Files.writeString(docs.resolve(RulesPage.PROOFS).normalize(), rules.renderProofs());
        System.out.println("written: " + docs.resolve(RulesPage.NAME));
    }
}
