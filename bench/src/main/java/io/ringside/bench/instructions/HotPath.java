package io.ringside.bench.instructions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Instructions of a call without jumps, from the entry to the first return: the compiler puts the likely path first and
 * all others after it. Immutable.
 *
 * @param instructions in their order
 */
record HotPath(List<Instruction> instructions) {
    private static final Pattern LINE = Pattern
            .compile("\\s*([0-9a-f]+):\\t(\\S+(?: (?:add|cmpxchg|xadd)\\S*)?)\\s*(.*)");
    private static final int HEX = 16;

    /**
     * Finds the path.
     *
     * @param listing lines of objdump
     * @param entry   address of the first instruction
     * @return the instructions up to the first return
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

    /** Returns the number of instructions of each kind, in the order of reports. */
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
     * Counts loads from an address with the same text as an earlier one. A register may have changed in between, so the
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
     * Instruction of x86-64 in objdump's notation: sources first, the destination last. Immutable.
     *
     * @param address  address of the instruction
     * @param mnemonic with its prefixes
     * @param operands as text, may be empty
     */
    record Instruction(long address, String mnemonic, String operands) {
        private static final Set<String> FENCES = Set.of("mfence", "lfence", "sfence");
        private static final Set<String> WITHOUT_ACCESS = Set.of("lea", "nop", "nopl", "nopw", "xchg", "data16",
                "prefetchw");

        boolean isLocked() {
            // An exchange with memory locks even without a prefix.
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
         * {@return whether the instruction calls an address in a register, as is done for JVM code without a Java
         * frame}
         */
        boolean isLeafCall() {
            return isCall() && operands.startsWith("*%");
        }

        boolean isBranch() {
            return mnemonic.startsWith("j");
        }

        /** {@return whether the instruction reads memory other than the thread's stack} */
        boolean isLoad() {
            return isAccess() && !isOnStack() && !isMove(lastOperand());
        }

        /** {@return whether the instruction writes memory other than the thread's stack} */
        boolean isStore() {
            return isAccess() && !isOnStack() && isMove(lastOperand());
        }

        /** {@return whether the instruction saves a value on the stack, or restores it} */
        boolean isOnStack() {
            return isAccess() && operands.contains("(%rsp)");
        }

        /** Returns the operand that is read, to find instructions that read the same address again. */
        String source() {
            return operands.substring(0, Math.max(0, operands.length() - lastOperand().length() - 1));
        }

        private boolean isAccess() {
            return operands.contains("(") && !isCall() && !WITHOUT_ACCESS.contains(mnemonic);
        }

        private boolean isMove(final String destination) {
            return destination.contains("(") && (mnemonic.startsWith("mov") || mnemonic.startsWith("vmov"));
        }

        /** Returns the operand after the last comma outside brackets. */
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
