package io.ringside.bench.instructions;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("proof")
class HotPathTest {
    @Test
    void shouldCountByKindFromTheEntryToTheFirstReturn() {
        final HotPath path = HotPath.of(List.of(
                "        00:\tmov    0x8(%rsi),%r10d",
                "        10:\tpush   %rbp",
                "        11:\tmov    %r9d,0x2c(%rsp)",
                "        12:\tmov    0x18(%rdx),%r10",
                "        13:\ttest   %r10,%r10",
                "        14:\tje     0x40",
                "        15:\tcmp    0xb8(%r12,%r13,8),%rcx",
                "        16:\tmovl   $0x1,0xc(%rsi)",
                "        17:\tmov    0x18(%rdx),%rcx",
                "        18:\tcall   *%r10",
                "        19:\tmov    %rdx,0xa0(%r12,%r13,8)",
                "        1a:\tlea    (%r12,%r13,8),%r10",
                "        1b:\tnopl   0x0(%rax)",
                "        1c:\tret",
                "        40:\tcall   0x7f00"), 0x10);

        assertThat(path.counts()).isEqualTo(Map.of("all", 13L, "locked", 0L, "fences", 0L, "clockCalls", 1L,
                "otherCalls", 0L, "branches", 1L, "loads", 3L, "reloads", 1L, "stores", 2L,
                "onStack", 1L));
    }

    @Test
    void shouldSeeWhatAWriteMustNotHave() {
        final HotPath path = HotPath.of(List.of(
                "  7f75b4f3f300:\tlock addl $0x0,-0x40(%rsp)",
                "  7f75b4f3f301:\tlock cmpxchg %rdx,0x10(%rsi)",
                "  7f75b4f3f302:\txchg   %rax,(%rsi)",
                "  7f75b4f3f303:\txchg   %ax,%ax",
                "  7f75b4f3f304:\tmfence",
                "  7f75b4f3f305:\tcall   0x7f75b498a080",
                "  7f75b4f3f306:\tret    "), 0x7f75b4f3f300L);

        assertThat(path.counts()).containsEntry("locked", 3L).containsEntry("fences", 1L)
                .containsEntry("otherCalls", 1L);
    }

    @Test
    void shouldRefuseACodeThatNeverReturns() {
        assertThatThrownBy(() -> HotPath.of(List.of("   10:\tpush   %rbp"), 0x10))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("no return");
    }
}
