package io.ringside.cli.session;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command into words as a POSIX shell does, without any other feature of a shell. Blanks separate words;
 * between single quotes every character is literal; a backslash removes the meaning of {@code "}, {@code \}, {@code $}
 * and the back quote between double quotes, and of any character elsewhere. Used for one text.
 */
final class CommandWords {
    private static final String ESCAPED_IN_QUOTES = "\"\\$`";

    private final String text;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    /** Whether a word has begun; a pair of quotes without content is a word, too. */
    private boolean inWord;
    private int index;

    private CommandWords(final String text) {
        this.text = text;
    }

    /**
     * Returns the words of a command.
     *
     * @param command to split
     * @return the words, none if the command is blank
     * @throws IllegalArgumentException if a quote is not closed, or nothing follows a backslash
     */
    static List<String> of(final String command) {
        return new CommandWords(command).split();
    }

    private List<String> split() {
        while (index < text.length()) {
            final char next = text.charAt(index++);
            switch (next) {
                case ' ', '\t', '\n', '\r' -> endWord();
                case '\'' -> singleQuoted();
                case '"' -> doubleQuoted();
                case '\\' -> {
                    inWord = true;
                    word.append(escaped());
                }
                default -> {
                    inWord = true;
                    word.append(next);
                }
            }
        }
        endWord();
        return List.copyOf(words);
    }

    private void singleQuoted() {
        final int begin = index;
        final int end = text.indexOf('\'', begin);
        if (end < 0) {
            throw unclosed("'", begin);
        }
        inWord = true;
        word.append(text, begin, end);
        index = end + 1;
    }

    private void doubleQuoted() {
        final int begin = index;
        inWord = true;
        while (index < text.length()) {
            final char next = text.charAt(index++);
            if (next == '"') {
                return;
            }
            if (next == '\\' && index < text.length() && ESCAPED_IN_QUOTES.indexOf(text.charAt(index)) >= 0) {
                word.append(escaped());
            } else {
                word.append(next);
            }
        }
        throw unclosed("\"", begin);
    }

    private char escaped() {
        if (index == text.length()) {
            throw new IllegalArgumentException("command ends with a backslash: command=" + text + ", position=" + index
                    + ": write it twice");
        }
        return text.charAt(index++);
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
        }
        word.setLength(0);
        inWord = false;
    }

    private IllegalArgumentException unclosed(final String quote, final int position) {
        return new IllegalArgumentException("quote is not closed: command=" + text + ", quote=" + quote + ", position="
                + position + ": close it, or escape it with a backslash");
    }
}
