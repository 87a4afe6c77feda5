package io.ringside.bench.instructions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a call runs that jumps nowhere: from the entry to the first return. The compiler lays out the likely path so and
 * puts all others behind it. Immutable.
 *
 * @param instructions in their order
 */
record HotPath(List<Instruction> instructions) {
    private static final Pattern LINE = Pattern
            .compile("\\s*([0-9a-f]+):\\t(\\S+(?: (?:add|cmpxchg|xadd)\\S*)?)\\s*(.*)");
    private static final int HEX = 16;

    /**
     * Finds it.
     *
     * @param listing lines of objdump
     * @param entry   address of the first instruction
     * @return up to the first return
     * @throws IllegalArgumentException if the listing does not go that far
     */
    static HotPath of(final List<String> listing, final long entry) {
        final List<Instruction> instructions = new ArrayList<>();
        for (final String line : listing) {
            final Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                continue;
            }
            final long address = Long.parseUnsignedLong(matcher.group(1), HEX);
            if (address < entry) {
                continue;
            }
            final Instruction instruction = new Instruction(address, matcher.group(2), matcher.group(3).strip());
            instructions.add(instruction);
            if (instruction.isReturn()) {
                return new HotPath(List.copyOf(instructions));
            }
        }
        throw new IllegalArgumentException("code has no return: entry=" + Long.toHexString(entry));
    }

    /** How many instructions there are of each kind, in the order in which they are told. */
    Map<String, Long> counts() {
        final Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("all", (long) instructions.size());
        counts.put("locked", instructions.stream().filter(Instruction::isLocked).count());
        counts.put("fences", instructions.stream().filter(Instruction::isFence).count());
        counts.put("calls of the clock", instructions.stream().filter(Instruction::isLeafCall).count());
        counts.put("other calls", instructions.stream().filter(Instruction::isCall).count()
                - counts.get("calls of the clock"));
        counts.put("branches", instructions.stream().filter(Instruction::isBranch).count());
        counts.put("loads", instructions.stream().filter(Instruction::isLoad).count());
        counts.put("loads of what was loaded before", (long) reloads());
        counts.put("stores", instructions.stream().filter(Instruction::isStore).count());
        counts.put("on the stack", instructions.stream().filter(Instruction::isOnStack).count());
        return counts;
    }

    /**
     * Loads from a place that was spelt the same before. A register may have another value by then: it is no more than
     * where to look.
     */
    private int reloads() {
        final List<String> places = new ArrayList<>();
        for (final Instruction instruction : instructions) {
            if (instruction.isLoad()) {
                places.add(instruction.source());
            }
        }
        return places.size() - (int) places.stream().distinct().count();
    }
}
