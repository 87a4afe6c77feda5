package io.ringside.bench.instructions;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("proof")
class MachineCodeTest {
    private static final String METHOD = "io.ringside.Sample::write";

    @Test
    void shouldFindTheLastVersionOfTheOptimisingCompiler() {
        final MachineCode code = MachineCode.find(List.of(
                "Compiled method (c1)    1763 1113       2       io.ringside.Sample::write (82 bytes)",
                "  0x0000000000000100: 0101",
                "Compiled method (c2)    2628 1160       4       io.ringside.Sample::write (82 bytes)",
                "[Verified Entry Point]",
                "  0x0000000000000200: 0202",
                "Compiled method (c2)    2785 1488       4       io.ringside.Sample::write (82 bytes)",
                " main code      [0x0000000000000300,0x0000000000000340] = 64",
                "[MachCode]",
                "[Entry Point]",
                "  # this:     rsi:rsi   = 'io/ringside/Sample'",
                "  0x0000000000000300: 448b 5608 | 49bb 00",
                "",
                "  0x0000000000000307: ;   {runtime_call ic_miss_stub}",
                "  0x0000000000000307: 0f85 ",
                "[Verified Entry Point]",
                "  0x000000000000030c: c3",
                "[Stub Code]",
                "  0x0000000000000340: 48bb",
                "Compiled method (c2)    2785 1489 %     4       io.ringside.Sample::write @ 5 (82 bytes)",
                "  0x0000000000000400: 0404"), METHOD);

        assertThat(code.begin()).isEqualTo(0x300);
        assertThat(code.entry()).isEqualTo(0x30c);
        assertThat(code.bytes()).containsExactly(0x44, 0x8b, 0x56, 0x08, 0x49, 0xbb, 0x00, 0x0f, 0x85, 0x90, 0x90, 0x90,
                0xc3);
    }

    @Test
    void shouldTellWhichMethodWasNotCompiled() {
        assertThatThrownBy(() -> MachineCode.find(List.of("nothing"), METHOD))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(METHOD);
    }
}
