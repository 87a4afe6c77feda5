package io.ringside.bench.instructions;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Machine code of a method in the output of {@code -XX:CompileCommand=print} without a disassembler. Immutable. */
final class MachineCode {
    private static final String HEADING = "Compiled method (c2)";
    private static final String ENTRY = "[Verified Entry Point]";
    private static final String END = "[Stub Code]";
    private static final Pattern LINE = Pattern.compile("\\s*0x([0-9a-f]+):\\s+([0-9a-f|\\s]+)");
    private static final byte NOP = (byte) 0x90;
    private static final int HEX = 16;

    private final long begin;
    private final long entry;
    private final byte[] bytes;

    private MachineCode(final long begin, final long entry, final byte[] bytes) {
        this.begin = begin;
        this.entry = entry;
        this.bytes = bytes;
    }

    /** Returns the address of the first byte. */
    long begin() {
        return begin;
    }

    /** Returns the address for callers that have checked the receiver's class. */
    long entry() {
        return entry;
    }

    /** Returns the code up to the stubs. */
    byte[] bytes() {
        return bytes.clone();
    }

    /**
     * Finds the last version of a method from the optimising compiler.
     *
     * @param log    output of the JVM
     * @param method as {@code class::name}
     * @return the method's code up to its stubs
     * @throws IllegalArgumentException if there is no such code
     */
    static MachineCode find(final List<String> log, final String method) {
        int from = -1;
        for (int i = 0; i < log.size(); i++) {
            final String line = log.get(i);
            if (line.startsWith(HEADING) && line.contains(method + " (") && !line.contains(" % ")) {
                from = i;
            }
        }
        if (from < 0) {
            throw new IllegalArgumentException("method was not compiled: method=" + method + ", lines=" + log.size());
        }
        return parse(log.subList(from, log.size()), method);
    }

    private static MachineCode parse(final List<String> lines, final String method) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long begin = -1;
        long entry = -1;
        boolean isEntryNext = false;
        for (final String line : lines) {
            if (line.startsWith(END)) {
                break;
            }
            isEntryNext |= line.startsWith(ENTRY);
            final Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                final long address = Long.parseLong(matcher.group(1), HEX);
                begin = begin < 0 ? address : begin;
                entry = isEntryNext ? address : entry;
                isEntryNext = false;
                append(bytes, matcher.group(2), address - begin);
            }
        }
        if (entry < 0) {
            throw new IllegalArgumentException("code has no entry: method=" + method);
        }
        return new MachineCode(begin, entry, bytes.toByteArray());
    }

    /** Appends the bytes of a line, which begins at the previous line's end unless other output came in between. */
    private static void append(final ByteArrayOutputStream bytes, final String hex, final long offset) {
        while (bytes.size() < offset) {
            bytes.write(NOP);
        }
        final String digits = hex.replaceAll("[|\\s]", "");
        for (int i = 0; i + 1 < digits.length(); i += 2) {
            bytes.write(Integer.parseInt(digits.substring(i, i + 2), HEX));
        }
    }
}
