package io.ringside.rules;

import java.util.Locale;

/** How far a rule is proved. */
enum RuleState {
    COVERED, PARTLY, OPEN, DOES_NOT_APPLY;

    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
