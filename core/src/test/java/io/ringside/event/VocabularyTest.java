package io.ringside.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VocabularyTest {
    @Test
    @DisplayName("R1.4 the numbers of channels")
    void shouldHaveTheNumbersOfChannels() {
        assertThat(List.of(EventDescriptor.CHANNEL_NONE, EventDescriptor.CHANNEL_SELF_DESCRIBING,
                EventDescriptor.CHANNEL_PROVIDER_WITH_TRAITS, EventDescriptor.CHANNEL_FIRST_OWN))
                .containsExactly(0, 11, 12, 16);
    }

    @Test
    @DisplayName("R1.5 the names of levels, and which are reserved")
    void shouldNameLevels() {
        for (int level = 0; level <= Level.MAX; level++) {
            assertThat(Level.isReserved(level)).as("level %d", level).isEqualTo(level >= 6 && level <= 15);
            assertThat(Level.nameOf(level) != null).as("level %d", level).isEqualTo(level <= 5);
        }
        assertThat(List.of(0, 1, 2, 3, 4, 5))
                .extracting(Level::nameOf)
                .containsExactly("LOG_ALWAYS", "CRITICAL", "ERROR", "WARNING", "INFORMATION", "VERBOSE");
    }

    @Test
    @DisplayName("R1.7 opcodes 0..9 and 240 have names without any schema, no other has")
    void shouldNameOpcodesWithoutASchema() {
        final Map<Integer, String> names = new LinkedHashMap<>();
        for (int opcode = 0; opcode <= 255; opcode++) {
            final String name = Opcode.nameOf(opcode);
            if (name != null) {
                names.put(opcode, name);
            }
            assertThat(Opcode.isOwn(opcode)).as("opcode %d", opcode).isEqualTo(opcode >= 10 && opcode <= 239);
        }

        assertThat(names.keySet()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 240);
        assertThat(names.values())
                .containsExactly(
                        "Info", "Start", "Stop", "DC_Start", "DC_Stop", "Extension", "Reply", "Resume", "Suspend",
                        "Send", "Receive");
    }

    @Test
    @DisplayName("R1.9 a keyword is one of the bits 0..47")
    void shouldAllowKeywordsOfOneOwnBit() {
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertThat(Keyword.isDefinable(1L << bit)).as("bit %d", bit).isEqualTo(bit <= 47);
        }
        assertThat(Keyword.isDefinable(0)).isFalse();
        assertThat(Keyword.isDefinable(0x3)).isFalse();
        assertThat(Keyword.isDefinable(0x0001_0000_0000_0001L)).isFalse();
    }

    @Test
    @DisplayName("R1.9 names of reserved keyword bits")
    void shouldNameReservedKeywords() {
        final Map<Integer, String> names = new LinkedHashMap<>();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            final String name = Keyword.reservedNameOf(1L << bit);
            if (name != null) {
                names.put(bit, name);
            }
        }

        assertThat(names)
                .containsExactly(
                        Map.entry(48, "RESPONSE_TIME"),
                        Map.entry(52, "AUDIT_FAILURE"),
                        Map.entry(53, "AUDIT_SUCCESS"),
                        Map.entry(54, "CORRELATION_HINT"),
                        Map.entry(55, "EVENT_LOG_CLASSIC"));
        assertThat(Keyword.reservedNameOf(Keyword.RESPONSE_TIME | Keyword.AUDIT_FAILURE)).isNull();
        assertThat(Keyword.CHANNEL_MASK).isEqualTo(0xFF00_0000_0000_0000L);
    }

    @Test
    void shouldKeepTheLimitsOfTheModel() {
        assertThat(EventLimits.DATA_DESCRIPTORS_MAX).isEqualTo(128);
        assertThat(EventLimits.EVENT_LENGTH_MAX).isEqualTo(65_536);
        assertThat(EventLimits.PROVIDERS_PER_PROCESS_MAX).isEqualTo(1_024);
        assertThat(EventLimits.SESSIONS_MAX).isEqualTo(64);
        assertThat(EventLimits.SESSION_NAME_LENGTH_MAX).isEqualTo(1_024);
        assertThat(EventLimits.OPCODES_MAX).isEqualTo(228);
    }
}
