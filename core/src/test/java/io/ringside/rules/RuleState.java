package io.ringside.rules;

import java.util.Locale;

/** How far a rule is proved. */
enum RuleState {
    COVERED, PARTLY, OPEN, NOT_FOR_US;

    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
