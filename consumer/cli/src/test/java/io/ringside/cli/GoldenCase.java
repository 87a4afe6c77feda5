package io.ringside.cli;

import java.util.List;
import java.util.Map;

/**
 * Files, and what a reader is asked about them.
 *
 * @param name  of the case and its files, in small letters with hyphens
 * @param about what is special, in a sentence
 * @param files by name, with slashes; a recording is in the folder {@link #RECORDING} if there are files beside it
 * @param asks  {@code read} for a recording; {@code peek}, {@code ledger} and {@code sessions} for a trace directory
 * @param payload in hex, of the event, if a reader may print it instead of fields; else empty
 */
record GoldenCase(String name, String about, Map<String, byte[]> files, List<String> asks, String payload) {
    static final String RECORDING = "recording";

    static GoldenCase recording(final String name, final String about, final Map<String, byte[]> files) {
        return new GoldenCase(name, about, files, List.of("read"), "");
    }

    static GoldenCase directory(final String name, final String about, final GoldenDirectory directory) {
        return new GoldenCase(name, about, directory.files(), List.of("peek", "ledger", "sessions"), "");
    }
}
