package io.ringside.etw.names;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A row of the page.
 *
 * @param section  under whose heading it stands
 * @param etw      what it is called in ETW
 * @param own      what it is called here
 * @param example  one line of it
 */
record NamesRow(String section, String etw, String own, String example) {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    List<String> etwNames() {
        return codes(etw);
    }

    /** Of classes of ours, with members or without. */
    List<String> ownNames() {
        return codes(own).stream().filter(name -> !name.startsWith("java.")).toList();
    }

    List<String> examples() {
        return codes(example);
    }

    boolean isNotYet() {
        return own.equals("not yet");
    }

    /** Whether it says that there is nothing of the kind, and why. */
    boolean isNotForUs() {
        return own.startsWith("not for us: ");
    }

    private static List<String> codes(final String cell) {
        return CODE.matcher(cell).results().map(MatchResult::group).map(code -> code.replace("`", "")).toList();
    }
}
