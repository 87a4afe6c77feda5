package io.ringside.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the claims in test sources: every rule's number in a {@code @DisplayName}, and those with which a comment
 * begins. A claim that leaves something open says what, in quotes: {@code R1.20 partly: "the clause that is missing"}.
 */
final class ClaimScanner {
    private static final Pattern CLAIM = Pattern.compile("\\b(R\\d+\\.\\d+)\\b(?:\\s+partly:\\s*\"([^\"]+)\")?");
    private static final Pattern BETWEEN_CLAIMS = Pattern.compile("[,;\\s]*(?:and\\s+)?");

    private ClaimScanner() {}

    /** All claims of all modules and the modules nested in them, in the order of modules and files. */
    static List<RuleClaim> scan(final Path root) {
        final List<RuleClaim> claims = new ArrayList<>();
        for (final Path module : children(root)) {
            scanTests(module, claims);
            children(module).forEach(nested -> scanTests(nested, claims));
        }
        return claims;
    }

    private static void scanTests(final Path module, final List<RuleClaim> claims) {
        final Path tests = module.resolve("src").resolve("test").resolve("java");
        if (Files.isDirectory(tests)) {
            scanModule(module.getFileName() + ": ", tests, claims);
        }
    }

    /** The claims of one source. */
    static List<RuleClaim> scan(final String test, final String source) {
        final JavaText text = new JavaText(source);
        final List<RuleClaim> claims = new ArrayList<>();
        for (final String name : text.displayNames()) {
            final Matcher matcher = CLAIM.matcher(name);
            while (matcher.find()) {
                claims.add(claim(matcher, test));
            }
        }
        for (final String comment : text.comments()) {
            scanComment(comment, test, claims);
        }
        return claims;
    }

    private static void scanComment(final String comment, final String test, final List<RuleClaim> claims) {
        final Matcher claim = CLAIM.matcher(comment);
        final Matcher between = BETWEEN_CLAIMS.matcher(comment);
        int at = 0;
        while (claim.region(at, comment.length()).lookingAt()) {
            claims.add(claim(claim, test));
            at = claim.end();
            if (between.region(at, comment.length()).lookingAt()) {
                at = between.end();
            }
        }
    }

    private static RuleClaim claim(final Matcher matcher, final String test) {
        final String missing = matcher.group(2);
        return new RuleClaim(matcher.group(1), test, missing == null ? "" : missing);
    }

    private static void scanModule(final String prefix, final Path tests, final List<RuleClaim> claims) {
        try (Stream<Path> files = Files.walk(tests)) {
            for (final Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                final String name = file.getFileName().toString().replace(".java", "");
                // Whose examples of claims are no claims.
                if (!file.getParent().endsWith(Path.of("io", "ringside", "rules"))) {
                    claims.addAll(scan(prefix + name, Files.readString(file)));
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> children(final Path root) {
        try (Stream<Path> children = Files.list(root)) {
            return children.filter(Files::isDirectory).sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
