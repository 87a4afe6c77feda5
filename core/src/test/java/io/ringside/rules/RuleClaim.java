package io.ringside.rules;

/**
 * A test's claim to prove a rule.
 *
 * @param rule    such as {@code R3.10}.
 * @param test    module and class of the test.
 * @param missing the clause that this test does not prove; empty if it proves the whole rule.
 */
record RuleClaim(String rule, String test, String missing) {
    boolean isWhole() {
        return missing.isEmpty();
    }
}
