package io.ringside.etw.names;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A row of the page. Among its own names {@code .x} has the class of the one before it, and {@code Level.*} stands for
 * constants that are called as ETW's names of the row, without the words that these begin with.
 *
 * @param section  under whose heading it stands
 * @param etw      what it is called in ETW
 * @param own      what it is called here
 * @param example  one line of it
 */
record NamesRow(String section, String etw, String own, String example) {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final String SAME = ".*";

    List<String> etwNames() {
        return codes(etw);
    }

    /** Of classes of ours, with members or without; short forms are written out. */
    List<String> ownNames() {
        final List<String> names = new ArrayList<>();
        String owner = "";
        for (final String name : codes(own)) {
            if (name.endsWith(SAME)) {
                owner = name.substring(0, name.length() - SAME.length());
                for (final String constant : constants()) {
                    names.add(owner + '.' + constant);
                }
            } else if (!name.startsWith("java.")) {
                final String full = name.startsWith(".") ? owner + name : name;
                owner = full.substring(0, Math.max(0, full.lastIndexOf('.')));
                names.add(full);
            }
        }
        return names;
    }

    /** The names in ETW without the words that all of them begin with. */
    private List<String> constants() {
        final List<String> names = etwNames();
        final String first = names.get(0);
        int common = first.length();
        while (!isCommon(first.substring(0, common), names)) {
            common--;
        }
        final int begin = common;
        return names.stream().map(name -> name.substring(begin)).toList();
    }

    private static boolean isCommon(final String prefix, final List<String> names) {
        return (prefix.isEmpty() || prefix.endsWith("_")) && names.stream().allMatch(name -> name.startsWith(prefix));
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
