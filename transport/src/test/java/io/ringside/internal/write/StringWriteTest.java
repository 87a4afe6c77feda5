package io.ringside.internal.write;

import io.ringside.activity.ActivityId;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.StackFilter;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Events that are a text with a level and a keyword. */
class StringWriteTest {
    private static final int LEVEL = 3;
    private static final long KEYWORD = 0x8000_0000_0000_0001L;

    private final WriteFixture fixture = WriteFixture.withSessions(2);
    private final ProviderState provider = fixture.provider();

    @AfterEach
    void forgetActivity() {
        ActivityId.set(null);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"abc, 61 00 62 00 63 00 00 00", "'', 00 00",
        "é\uD83D\uDE00, e9 00 3d d8 00 de 00 00"})
    @DisplayName("R2.14 a string is UTF-16, little endian, with its terminator: abc is 8 bytes, nothing is 2")
    void shouldRecordTheTextWithItsTerminator(final String text, final String bytes) {
        ActivityId.set(new UUID(1, 2));
        assertThat(provider.writeString(LEVEL, KEYWORD, text)).isEqualTo(2 * ResultBits.WRITTEN);
        assertThat(provider.writeString(LEVEL, KEYWORD, CharBuffer.wrap(text))).isEqualTo(2 * ResultBits.WRITTEN);

        for (int slot = 0; slot < 2; slot++) {
            assertThat(fixture.session(slot).takeAll()).hasSize(2).allSatisfy(event -> {
                assertThat(HexFormat.ofDelimiter(" ").formatHex(event.payload())).isEqualTo(bytes);
                assertThat(event.eventIndex()).isEqualTo(FrameDescriptor.STRING_EVENT_INDEX);
                assertThat(event.itemTypes()).containsExactly(ExtendedItemDescriptor.TYPE_STRING);
                assertThat(event.itemValue(ExtendedItemDescriptor.TYPE_STRING)).isEqualTo(LEVEL);
                assertThat(event.stringKeyword()).isEqualTo(KEYWORD);
                assertThat(event.activityId()).isEqualTo(new UUID(1, 2));
            });
            fixture.session(slot).assertBalanced();
        }
    }

    @Test
    void shouldCountAsLostWhatATextWritesWhileItIsCopied() {
        fixture.enable(1, Enablement.of(2, 0, 0));
        final List<Long> results = new ArrayList<>();
        final CharSequence logging = new CharSequence() {
            @Override
            public int length() {
                return 1;
            }

            @Override
            public char charAt(final int index) {
                results.add(provider.writeString(LEVEL, KEYWORD, "inner"));
                return 'x';
            }

            @Override
            public CharSequence subSequence(final int start, final int end) {
                throw new AssertionError("nobody asks for a part");
            }
        };

        assertThat(provider.writeString(LEVEL, KEYWORD, logging)).isEqualTo(ResultBits.WRITTEN);

        assertThat(results).isNotEmpty().containsOnly(ResultBits.NO_LANE);
        assertThat(fixture.session(0).takeAll()).hasSize(1);
        assertThat(fixture.session(0).lost(LossCause.NO_LANE)).isEqualTo(results.size());
        assertThat(fixture.session(1).wanted()).isZero();
    }

    @Test
    @DisplayName("R2.14 a string reaches the sessions whose level and keywords accept it")
    void shouldReachTheSessionsThatAcceptLevelAndKeyword() {
        fixture.enable(0, Enablement.of(2, 1, 0));
        fixture.enable(1, Enablement.of(4, 2, 0));
        provider.writeString(2, 1, "first");
        provider.writeString(3, 1, "nobody's");
        provider.writeString(4, 2, "second");
        provider.writeString(2, 3, "both");
        assertThat(fixture.session(0).takeAll()).hasSize(2);
        assertThat(fixture.session(1).takeAll()).hasSize(2);
        assertThat(provider.writeString(5, 3, "nobody's")).isEqualTo(WriteResult.NOT_WANTED);
    }

    @Test
    @DisplayName("R2.14 a level that there is not is invalid, whether anybody wants strings or nobody does")
    void shouldSayThatALevelIsInvalidWhoeverWantsIt() {
        assertThat(provider.writeString(256, KEYWORD, "a")).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(provider.writeString(-1, KEYWORD, "a")).isEqualTo(WriteResult.INVALID_PARAMETER);
        fixture.enable(0, Enablement.of(2, 0, 0));
        fixture.enable(1, Enablement.of(2, 0, 0));
        assertThat(provider.writeString(256, KEYWORD, "a")).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(provider.writeString(3, KEYWORD, "a")).isEqualTo(WriteResult.NOT_WANTED);
    }

    @Test
    void shouldWriteNothingBeforeReadersCanKnowTheProvider() {
        final ProviderState pending = new ProviderState(fixture.threads(), WriteFixture.PROVIDER_ID);
        pending.interest(provider.interest());
        assertThat(pending.writeString(LEVEL, KEYWORD, "a")).isEqualTo(WriteResult.NOT_WANTED);
        pending.connect(WriteFixture.SCHEMA_INDEX);
        assertThat(pending.writeString(LEVEL, KEYWORD, "a")).isEqualTo(2 * ResultBits.WRITTEN);
        assertThat(fixture.session(0).takeAll()).hasSize(1);
    }

    @Test
    void shouldBeFilteredByIdAsAnEventWithIdZero() {
        fixture.enable(0, Enablement.of(5, 0, 0)
                .withFilters(EnablementFilters.builder().eventIds(EventIdFilter.in(Set.of(1))).build()));
        fixture.enable(1, Enablement.of(5, 0, 0)
                .withFilters(EnablementFilters.builder().eventIds(EventIdFilter.out(Set.of(1))).build()));
        provider.writeString(LEVEL, KEYWORD, "a");
        assertThat(fixture.session(0).wanted()).isZero();
        assertThat(fixture.session(1).takeAll()).hasSize(1);
    }

    @Test
    @DisplayName("R4.40 a filter by name looks at a string if its level and keyword are of the filter's category")
    void shouldBeFilteredByNameWithinItsOwnLevelAndKeyword() {
        fixture.enable(0, Enablement.of(5, 0, 0).withFilters(EnablementFilters.builder()
                .eventNames(EventNameFilter.in(Set.of("named")).within(LEVEL, 1, 0)).build()));
        provider.writeString(LEVEL, 1, "looked at");
        provider.writeString(LEVEL, 2, "another keyword");
        provider.writeString(LEVEL + 1, 1, "another level");
        assertThat(fixture.session(0).takeAll()).hasSize(2);
        assertThat(fixture.session(1).takeAll()).hasSize(3);
    }

    @Test
    @DisplayName("R4.42 a filter of stacks judges a string by its own level and keyword")
    void shouldHaveAStackByItsOwnLevelAndKeyword() {
        fixture.enable(0, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE, EnablementFilters.builder()
                .stacks(new StackFilter(null, null, new StackFilter.LevelKeyword(true, LEVEL, 1, 0))).build()));
        provider.writeString(LEVEL, 1, "with");
        provider.writeString(LEVEL, 2, "without");
        provider.writeString(LEVEL + 1, 1, "without");
        assertThat(fixture.session(0).takeAll()).extracting(event -> event.itemTypes().size()).containsExactly(2, 1, 1);
    }

    @Test
    void shouldHaveTheItemsThatASessionAskedFor() {
        fixture.enable(1, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE | EnableProperty.EVENT_KEY));
        provider.writeString(new WriteOptions().related(7, 8), LEVEL, KEYWORD, "a");
        assertThat(fixture.session(0).takeAll().get(0).itemTypes()).containsExactly(
                ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY, ExtendedItemDescriptor.TYPE_STRING);
        final TakenEvent event = fixture.session(1).takeAll().get(0);
        assertThat(event.itemTypes()).containsExactly(ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY,
                ExtendedItemDescriptor.TYPE_EVENT_KEY, ExtendedItemDescriptor.TYPE_STRING,
                ExtendedItemDescriptor.TYPE_STACK);
        assertThat(event.stack().get(0)).startsWith(StringWriteTest.class.getName() + ".should");
        assertThat(event.payload()).containsExactly('a', 0, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({"-1", "256"})
    void shouldRefuseALevelOutOfRange(final int level) {
        assertThat(provider.writeString(level, 0, "a"))
                .isIn(WriteResult.NOT_WANTED, WriteResult.INVALID_PARAMETER);
        assertThat(provider.writeString(LEVEL, 0, null)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(fixture.session(0).wanted()).isZero();
    }

    @Test
    void shouldLoseATextThatIsLargerThanAnyEvent() {
        final long result = provider.writeString(LEVEL, KEYWORD, "x".repeat(40_000));
        assertThat(result).isEqualTo(2 * ResultBits.TOO_LARGE | ResultBits.OVER_EVENT_LIMIT);
        assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.ARITHMETIC_OVERFLOW);
        provider.writeString(LEVEL, KEYWORD, "x");
        fixture.session(0).assertBalanced();
    }

    @Test
    void shouldCountAnErrorOfATextThatThrows() {
        final CharSequence failing = new CharSequence() {
            @Override
            public int length() {
                return 3;
            }

            @Override
            public char charAt(final int index) {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public CharSequence subSequence(final int start, final int end) {
                throw new IllegalStateException("on purpose");
            }
        };
        assertThatThrownBy(() -> provider.writeString(LEVEL, KEYWORD, failing)).hasMessage("on purpose");
        provider.writeString(LEVEL, KEYWORD, "a");
        assertThat(fixture.session(0).takeAll()).hasSize(1);
        fixture.session(0).assertBalanced();
        fixture.session(1).assertBalanced();
    }

    @Test
    void shouldRefuseToBeWrittenInsideAWrite() {
        final UnsafeBuffer nesting = new UnsafeBuffer(new byte[8]) {
            @Override
            public void getBytes(final int index, final org.agrona.MutableDirectBuffer target, final int at,
                    final int length) {
                assertThat(provider.writeString(LEVEL, KEYWORD, "a")).isEqualTo(WriteResult.INVALID_HANDLE);
            }
        };
        fixture.event().write(nesting, 0, 8);
        assertThat(provider.writeString(LEVEL, KEYWORD, "a")).isEqualTo(2 * ResultBits.WRITTEN);
    }

    @Test
    @DisplayName("R2.5 after the end of the registration a string is an invalid handle")
    void shouldSayInvalidHandleAfterTheEndOfTheRegistration() {
        provider.close();
        assertThat(provider.writeString(LEVEL, KEYWORD, "a")).isEqualTo(WriteResult.INVALID_HANDLE);
        assertThat(provider.writeString(new WriteOptions(), LEVEL, KEYWORD, "a")).isEqualTo(WriteResult.INVALID_HANDLE);
        assertThat(provider.isEnabled(LEVEL, KEYWORD)).isFalse();
        assertThat(fixture.session(0).wanted()).isZero();
    }
}
