package io.ringside.bench.instructions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The instructions of a call that jumps nowhere: from the entry to the first return. The compiler lays out the likely
 * path so and puts all others after it. Immutable.
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

    /** Returns the number of instructions by kind, in the order in which they are reported. */
    Map<String, Long> counts() {
        final Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("all", (long) instructions.size());
        counts.put("locked", instructions.stream().filter(Instruction::isLocked).count());
        counts.put("fences", instructions.stream().filter(Instruction::isFence).count());
        counts.put("clockCalls", instructions.stream().filter(Instruction::isLeafCall).count());
        counts.put("otherCalls", instructions.stream().filter(Instruction::isCall).count()
                - counts.get("clockCalls"));
        counts.put("branches", instructions.stream().filter(Instruction::isBranch).count());
        counts.put("loads", instructions.stream().filter(Instruction::isLoad).count());
        counts.put("reloads", (long) reloads());
        counts.put("stores", instructions.stream().filter(Instruction::isStore).count());
        counts.put("onStack", instructions.stream().filter(Instruction::isOnStack).count());
        return counts;
    }

    /**
     * Loads from a place that was spelt the same before. A register may have another value by then: the
     * number only shows where to search.
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

    /**
     * An instruction of x86-64 as objdump spells it: sources first, the destination last. Immutable.
     *
     * @param address  where it stands
     * @param mnemonic with its prefixes
     * @param operands as they are spelt, may be empty
     */
    record Instruction(long address, String mnemonic, String operands) {
        private static final Set<String> FENCES = Set.of("mfence", "lfence", "sfence");
        private static final Set<String> WITHOUT_ACCESS = Set.of("lea", "nop", "nopl", "nopw", "xchg", "data16",
                "prefetchw");

        boolean isLocked() {
            // An exchange with memory locks without a prefix.
            return mnemonic.startsWith("lock") || (mnemonic.startsWith("xchg") && operands.contains("("));
        }

        boolean isFence() {
            return FENCES.contains(mnemonic);
        }

        boolean isReturn() {
            return mnemonic.startsWith("ret");
        }

        boolean isCall() {
            return mnemonic.startsWith("call");
        }

        /**
         * Whether it calls what a register holds: that is how code of the JVM is called which keeps no frame of Java.
         */
        boolean isLeafCall() {
            return isCall() && operands.startsWith("*%");
        }

        boolean isBranch() {
            return mnemonic.startsWith("j");
        }

        /** Whether it reads memory that is not the thread's stack. */
        boolean isLoad() {
            return isAccess() && !isOnStack() && !isMove(lastOperand());
        }

        /** Whether it writes memory that is not the thread's stack. */
        boolean isStore() {
            return isAccess() && !isOnStack() && isMove(lastOperand());
        }

        /** Whether a value is put aside on the stack, or fetched from there. */
        boolean isOnStack() {
            return isAccess() && operands.contains("(%rsp)");
        }

        /** Returns the operand that is read, for instructions that read the same place again. */
        String source() {
            return operands.substring(0, Math.max(0, operands.length() - lastOperand().length() - 1));
        }

        private boolean isAccess() {
            return operands.contains("(") && !isCall() && !WITHOUT_ACCESS.contains(mnemonic);
        }

        private boolean isMove(final String destination) {
            return destination.contains("(") && (mnemonic.startsWith("mov") || mnemonic.startsWith("vmov"));
        }

        /** Returns the operand after the last comma that is in no brackets. */
        private String lastOperand() {
            int depth = 0;
            for (int i = operands.length() - 1; i >= 0; i--) {
                final char c = operands.charAt(i);
                depth += c == ')' ? 1 : c == '(' ? -1 : 0;
                if (c == ',' && depth == 0) {
                    return operands.substring(i + 1);
                }
            }
            return operands;
        }
    }
}
