package io.ringside.bench.instructions;

import java.util.Set;

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
        // An exchange with memory locks without being told.
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

    /** Whether it calls what a register holds: that is how code of the JVM is called which keeps no frame of Java. */
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

    /** What is read, for those that read the same place again. */
    String source() {
        return operands.substring(0, Math.max(0, operands.length() - lastOperand().length() - 1));
    }

    private boolean isAccess() {
        return operands.contains("(") && !isCall() && !WITHOUT_ACCESS.contains(mnemonic);
    }

    private boolean isMove(final String destination) {
        return destination.contains("(") && (mnemonic.startsWith("mov") || mnemonic.startsWith("vmov"));
    }

    /** The operand behind the last comma that is in no brackets. */
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
