package io.ringside.rules;

import io.ringside.docs.DocumentPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the page of rules, for who does not want to run the tests for it. */
public final class RulesTool {
    private RulesTool() {}

    /** Takes no arguments; works in the directory of this module or above it. */
    public static void main(final String[] args) throws IOException {
        final Path module = DocumentPage.moduleDirectory();
        final Path page = module.resolve("docs").resolve(RulesPage.NAME);
        Files.writeString(page, RulesPage.generate(module.resolveSibling("").normalize()));
        System.out.println("written: " + page);
    }
}
