package io.ringside.counter;

import io.ringside.RingsideException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CounterSetSchemaTest {
    private static final CounterSchema MEAN = CounterSchema.of(1, "mean", CounterType.AVERAGE_TIMER);
    private static final CounterSchema CALLS = CounterSchema.of(2, "calls", CounterType.AVERAGE_BASE);

    @Test
    void shouldKeepWhatWasSaid() {
        final UUID id = new UUID(1, 2);
        final CounterSchema mean = MEAN.withBase(2).withScale(3).withUnit("s").withDescription("mean of calls")
                .withAggregate(CounterSchema.Aggregate.SUM).withDetail(CounterSchema.Detail.ADVANCED)
                .withDisplay(CounterSchema.Display.AS_HEX, CounterSchema.Display.NO_DISPLAY).withFrequency(2);
        final CounterSetSchema set = set(mean, CALLS).withId(id).withDescription("all calls");

        assertThat(set.name()).isEqualTo("Calls");
        assertThat(set.kind()).isEqualTo(CounterSetSchema.Kind.MULTIPLE);
        assertThat(set.id()).isEqualTo(id);
        assertThat(set.description()).isEqualTo("all calls");
        assertThat(set.counters()).containsExactly(mean, CALLS);
        assertThat(mean.id()).isEqualTo(1);
        assertThat(mean.name()).isEqualTo("mean");
        assertThat(mean.type()).isEqualTo(CounterType.AVERAGE_TIMER);
        assertThat(mean.baseId()).isEqualTo(2);
        assertThat(mean.scale()).isEqualTo(3);
        assertThat(mean.unit()).isEqualTo("s");
        assertThat(mean.description()).isEqualTo("mean of calls");
        assertThat(mean.aggregate()).isEqualTo(CounterSchema.Aggregate.SUM);
        assertThat(mean.detail()).isEqualTo(CounterSchema.Detail.ADVANCED);
        assertThat(mean.display()).containsExactly(CounterSchema.Display.NO_DISPLAY, CounterSchema.Display.AS_HEX);
        assertThat(mean.frequencyId()).isEqualTo(2);
    }

    @Test
    @DisplayName("R7.18 bits and codes of display and detail are those of ETW's counters")
    void shouldHaveTheCodesOfAttributes() {
        assertThat(CounterSchema.Display.values()).extracting(CounterSchema.Display::bit).containsExactly(1, 2, 4, 8,
                16);
        assertThat(CounterSchema.Detail.values()).extracting(CounterSchema.Detail::code).containsExactly(100, 200);
        assertThatThrownBy(() -> MEAN.withDisplay(CounterSchema.Display.AS_HEX, CounterSchema.Display.AS_REAL))
                .isInstanceOf(RingsideException.class).hasMessage("displays of counter contradict each other:"
                        + " counter=mean, displays=[AS_REAL, AS_HEX]");
    }

    @ParameterizedTest
    @EnumSource(CounterType.class)
    @DisplayName("R7.18 a time, a frequency and a number of things are for types whose formulas have them")
    void shouldRefuseReferencesThatTheFormulaDoesNotUse(final CounterType type) {
        final CounterSchema counter = CounterSchema.of(1, "c", type);
        final String formula = type.formula().text();
        assertThat(refuses(() -> counter.withTime(2))).isEqualTo(!formula.contains("D"));
        assertThat(refuses(() -> counter.withFrequency(2))).isEqualTo(!formula.contains("F"));
        assertThat(refuses(() -> counter.withMultiCounter(2))).isEqualTo(!formula.contains("B1")
                || formula.contains("B0"));
        assertThat(counter.multiCounterId()).isNull();
    }

    @Test
    @DisplayName("R7.18 the number of things that a multi timer times is its base; times are other counters of the set")
    void shouldFindReferencesInTheSet() {
        final CounterSchema timer = CounterSchema.of(1, "t", CounterType.MULTI_TIMER).withMultiCounter(2);
        final CounterSchema base = CounterSchema.of(2, "b", CounterType.MULTI_BASE);
        assertThat(List.of(timer.multiCounterId(), timer.baseId())).containsExactly(2, 2);
        assertThat(set(timer.withTime(2).withFrequency(2), base).counters().get(0).timeId()).isEqualTo(2);
        assertThatThrownBy(() -> set(timer.withTime(3), base)).isInstanceOf(RingsideException.class)
                .hasMessage("time of counter is no other counter of the set: counterSet=Calls, counter=t, time=3");
        assertThatThrownBy(() -> set(timer.withFrequency(1), base)).isInstanceOf(RingsideException.class)
                .hasMessageEndingWith("frequency=1");
        assertThatThrownBy(() -> timer.withTime(-1)).isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldLeaveACounterAsItIsWhenAnotherIsMadeOfIt() {
        MEAN.withBase(2).withScale(3).withUnit("s").withDescription("d").withAggregate(CounterSchema.Aggregate.MAX)
                .withDetail(CounterSchema.Detail.ADVANCED).withDisplay(CounterSchema.Display.REFERENCE)
                .withFrequency(2);

        assertThat(MEAN.baseId()).isNull();
        assertThat(MEAN.scale()).isZero();
        assertThat(MEAN.unit()).isEmpty();
        assertThat(MEAN.description()).isEmpty();
        assertThat(MEAN.aggregate()).isEqualTo(CounterSchema.Aggregate.UNDEFINED);
        assertThat(MEAN.detail()).isEqualTo(CounterSchema.Detail.STANDARD);
        assertThat(MEAN.display()).isEmpty();
        assertThat(Arrays.asList(MEAN.timeId(), MEAN.frequencyId())).containsOnlyNulls();
    }

    @Test
    void shouldHaveAnIdThatFollowsFromTheName() {
        assertThat(CounterSetSchema.of("CALLS", CounterSetSchema.Kind.SINGLE, List.of(CALLS)).id())
                .isEqualTo(CounterSetSchema.of("calls", CounterSetSchema.Kind.MULTIPLE, List.of(CALLS)).id());
    }

    @ParameterizedTest
    @EnumSource(CounterType.class)
    @DisplayName("R7.18 types with a base")
    void shouldRefuseATypeThatNeedsABaseWithoutOne(final CounterType type) {
        final CounterSchema counter = CounterSchema.of(1, "c", type);
        final CounterType base = type.base();
        if (base == null) {
            assertThat(set(counter).counters()).containsExactly(counter);
            assertThatThrownBy(() -> counter.withBase(2)).isInstanceOf(RingsideException.class)
                    .hasMessage("type of counter needs no base: counter=c, type=" + type);
        } else {
            assertThatThrownBy(() -> set(counter, CounterSchema.of(2, "b", base)))
                    .isInstanceOf(RingsideException.class)
                    .hasMessageEndingWith("base=none, baseType=none, needed=" + base);
            assertThat(set(counter.withBase(2), CounterSchema.of(2, "b", base)).counters()).hasSize(2);
        }
    }

    @Test
    @DisplayName("R7.18 an average's base")
    void shouldRefuseABaseThatIsNotThereOrOfAnotherType() {
        assertThatThrownBy(() -> set(MEAN, CALLS)).isInstanceOf(RingsideException.class)
                .hasMessage("counter needs a base of its type's base, in the same set: counterSet=Calls, counter=mean,"
                        + " type=AVERAGE_TIMER, base=none, baseType=none, needed=AVERAGE_BASE");
        assertThatThrownBy(() -> set(MEAN.withBase(3), CALLS)).isInstanceOf(RingsideException.class)
                .hasMessageEndingWith("base=3, baseType=none, needed=AVERAGE_BASE");
        assertThatThrownBy(() -> set(MEAN.withBase(2), CounterSchema.of(2, "b", CounterType.RAW_BASE)))
                .isInstanceOf(RingsideException.class)
                .hasMessageEndingWith("base=2, baseType=RAW_BASE, needed=AVERAGE_BASE");
    }

    @ParameterizedTest
    @ValueSource(ints = {-11, 11, Integer.MIN_VALUE})
    @DisplayName("R7.18 scales")
    void shouldRefuseScalesBeyondTen(final int scale) {
        assertThat(CALLS.withScale(-10).scale()).isEqualTo(-10);
        assertThat(CALLS.withScale(10).scale()).isEqualTo(10);
        assertThatThrownBy(() -> CALLS.withScale(scale)).isInstanceOf(RingsideException.class)
                .hasMessage("scale of counter out of range: counter=calls, value=" + scale + ", min=-10, max=10");
    }

    @Test
    @DisplayName("R7.18 names")
    void shouldRefuseNamesThatAreTooLong() {
        assertThat(CounterSchema.of(1, "n".repeat(1_023), CounterType.DELTA).name()).hasSize(1_023);
        assertThatThrownBy(() -> CounterSchema.of(1, "n".repeat(1_024), CounterType.DELTA))
                .isInstanceOf(RingsideException.class)
                .hasMessage("name of a counter has a wrong length: length=1024, min=1, max=1023");
        assertThatThrownBy(() -> CounterSetSchema.of("n".repeat(1_024), CounterSetSchema.Kind.SINGLE, List.of(CALLS)))
                .isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("name of a counter set has a wrong length");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " a", "a ", "a\nb", "a\\b", "a*", "a?"})
    void shouldRefuseNamesThatNoPathCouldHave(final String name) {
        assertThatThrownBy(() -> CounterSchema.of(1, name, CounterType.DELTA)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> CounterSetSchema.of(name, CounterSetSchema.Kind.SINGLE, List.of(CALLS)))
                .isInstanceOf(RingsideException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a(b", "a)b", "a/b", "a#b"})
    void shouldAllowInCountersWhatIsReservedInSets(final String name) {
        assertThat(CounterSchema.of(1, name, CounterType.DELTA).name()).isEqualTo(name);
        assertThatThrownBy(() -> CounterSetSchema.of(name, CounterSetSchema.Kind.SINGLE, List.of(CALLS)))
                .isInstanceOf(RingsideException.class).hasMessageContaining("name=" + name);
    }

    @Test
    void shouldRefuseCountersThatCannotBeToldApart() {
        assertThatThrownBy(() -> set(CALLS, CounterSchema.of(2, "other", CounterType.DELTA)))
                .isInstanceOf(RingsideException.class)
                .hasMessage("two counters have the same id: counterSet=Calls, id=2, counters=calls and other");
        assertThatThrownBy(() -> set(CALLS, CounterSchema.of(3, "CALLS", CounterType.DELTA)))
                .isInstanceOf(RingsideException.class)
                .hasMessage("two counters have the same name, letter case aside: counterSet=Calls, counter=CALLS");
        assertThatThrownBy(() -> CounterSetSchema.of("Calls", CounterSetSchema.Kind.SINGLE, List.of()))
                .isInstanceOf(RingsideException.class).hasMessage("a counter set needs a counter: counterSet=Calls");
    }

    @Test
    @DisplayName("R7.3 an id has 16 bits")
    void shouldRefuseWhatIsOutOfRange() {
        assertThat(CounterSchema.of(65_535, "c", CounterType.DELTA).id()).isEqualTo(65_535);
        assertThatThrownBy(() -> CounterSchema.of(65_536, "c", CounterType.DELTA))
                .isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> CounterSchema.of(-1, "c", CounterType.DELTA)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> MEAN.withBase(-1)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> MEAN.withUnit("u".repeat(1_024))).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> MEAN.withDescription("d".repeat(4_097))).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> set(CALLS).withDescription("d".repeat(4_097))).isInstanceOf(RingsideException.class)
                .hasMessage("description is too long: counterSet=Calls, length=4097, max=4096");
    }

    private static boolean refuses(final Supplier<CounterSchema> change) {
        try {
            return change.get() == null;
        } catch (final RingsideException e) {
            return true;
        }
    }

    private static CounterSetSchema set(final CounterSchema... counters) {
        return CounterSetSchema.of("Calls", CounterSetSchema.Kind.MULTIPLE, List.of(counters));
    }
}
