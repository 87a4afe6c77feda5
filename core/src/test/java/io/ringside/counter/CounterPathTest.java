package io.ringside.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CounterPathTest {
    private static final CounterSchema BYTES = CounterSchema.of(1, "Bytes/sec (all)", CounterType.BULK_COUNT);
    private static final CounterSetSchema SET = CounterSetSchema.of("Disk", CounterSetSchema.Kind.MULTIPLE,
            List.of(BYTES));

    @Test
    @DisplayName("R7.30 three instances of one name are svchost, svchost#1 and svchost#2; svchost#0 is svchost")
    void shouldNumberInstancesOfOneName() {
        final List<CounterPath.Instance> instances = CounterPath.Instance
                .numbered(List.of("svchost", "svchost", "svchost"));

        assertThat(instances).map(CounterPath.Instance::toString).containsExactly("svchost", "svchost#1", "svchost#2");
        assertThat(instances).map(i -> CounterPath.parse("\\Process(svchost)\\ID").matches("Process", i, "ID"))
                .containsExactly(true, false, false);
        assertThat(instances).map(i -> CounterPath.parse("\\Process(svchost#0)\\ID").matches("Process", i, "ID"))
                .containsExactly(true, false, false);
        assertThat(instances).map(i -> CounterPath.parse("\\Process(SVCHOST#2)\\id").matches("process", i, "ID"))
                .containsExactly(false, false, true);
        assertThat(CounterPath.parse("\\Process(svchost#0)\\ID")).hasToString("\\Process(svchost)\\ID");
    }

    @Test
    @DisplayName("R7.30 instances are numbered by name, letter case aside")
    void shouldNumberEachNameByItself() {
        assertThat(CounterPath.Instance.numbered(List.of("a", "b", "A", "b", "a"))).map(CounterPath.Instance::toString)
                .containsExactly("a", "b", "A#1", "b#1", "a#2");
    }

    @ParameterizedTest
    @CsvSource({
        "\\\\host\\Disk(p/c#1)\\Bytes, \\\\host\\Disk(p/c#1)\\Bytes, host, false",
        "\\Disk(c)\\Bytes, \\Disk(c)\\Bytes, '', false",
        "Disk(c)\\Bytes, \\Disk(c)\\Bytes, '', false",
        "Disk\\Bytes, \\Disk\\Bytes, '', false",
        "\\\\host\\Disk\\Bytes, \\\\host\\Disk\\Bytes, host, false",
        "\\Disk(c)\\Bytes/sec (all) #, \\Disk(c)\\Bytes/sec (all) #, '', false",
        "Disk\\Bytes (all), \\Disk\\Bytes (all), '', false",
        "*\\*, \\*\\*, '', true",
        "\\Disk(*)\\B, \\Disk(*)\\B, '', true",
        "\\Disk(*/c)\\B, \\Disk(*/c)\\B, '', true",
        "\\Disk(c?)\\B, \\Disk(c?)\\B, '', true",
        "\\Disk(c*#0)\\B, \\Disk(c*#0)\\B, '', true",
        "\\Disk(c#01)\\B, \\Disk(c#1)\\B, '', false",
        "\\D*k(c)\\B, \\D*k(c)\\B, '', true",
        "\\Disk(c)\\*sec*, \\Disk(c)\\*sec*, '', true"
    })
    @DisplayName("R7.30 machine, parent, instance and index may be missing, and each name but the machine a pattern")
    void shouldReadPaths(final String text, final String full, final String machine, final boolean hasWildcards) {
        final CounterPath path = CounterPath.parse(text);

        assertThat(path).hasToString(full);
        assertThat(path.machine()).isEqualTo(machine);
        assertThat(path.hasWildcards()).isEqualTo(hasWildcards);
        assertThat(CounterPath.parse(full)).hasToString(full);
    }

    @ParameterizedTest
    @CsvSource({
        "\\Disk(*)\\*, p, c, 3, true",
        "\\Disk(*)\\*, '', c, 0, true",
        "\\Disk(c)\\*, p, c, 0, false",
        "\\Disk(p/c)\\*, P, C, 0, true",
        "\\Disk(p/c)\\*, p, c, 1, false",
        "\\Disk(p/c)\\*, '', c, 0, false",
        "\\Disk(*/c)\\*, p, c, 0, true",
        "\\Disk(p/*)\\*, p, c, 7, true",
        "\\Disk(p/*)\\*, q, c, 7, false",
        "\\Disk(c*)\\*, '', cc, 7, true",
        "\\Disk(c*#0)\\*, '', cc, 7, false",
        "\\Disk(*#7)\\*, '', cc, 7, true",
        "\\Disk(c?)\\*, '', cc, 1, true",
        "\\*(c)\\bytes*, '', c, 0, true",
        "\\Other(c)\\*, '', c, 0, false",
        "\\Disk(c)\\bytes, '', c, 0, false",
        "\\Disk\\*, '', c, 0, false"
    })
    @DisplayName("R7.30 paths match letter case aside")
    void shouldMatchInstances(
            final String path, final String parent, final String name, final int index, final boolean expected) {
        assertThat(CounterPath.parse(path).matches("disk", new CounterPath.Instance(parent, name, index), BYTES.name()))
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("R7.30 a path without an instance is for sets without instances, and only such a path is")
    void shouldTellSetsWithoutInstancesApart() {
        assertThat(CounterPath.parse("\\disk\\*").matches("Disk", null, "x")).isTrue();
        assertThat(CounterPath.parse("\\disk(*)\\*").matches("Disk", null, "x")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "\\", "\\\\", "\\\\host", "\\\\host\\", "\\\\host\\Disk", "\\\\\\Disk\\B", "Disk", "\\Disk", "\\Disk\\",
        "\\Disk(c)", "\\Disk(c)\\", "\\Disk(c\\B", "\\Disk(c)B", "\\Disk()\\B", "\\Disk(/c)\\B", "\\Disk(p/)\\B",
        "\\Disk(p/q/c)\\B", "\\Disk(c#)\\B", "\\Disk(c#x)\\B", "\\Disk(c#-1)\\B", "\\Disk(c#1234567890)\\B",
        "\\Disk(c#1#2)\\B", "\\Disk(c))\\B", "\\Disk((c)\\B", "\\(c)\\B", "\\Di#k(c)\\B", "\\Di/k(c)\\B",
        "\\Disk(c)\\B\\C", "\\Disk\\A\\B", "\\Disk(c)\\ B", "\\Di\u0007sk\\B", "\\\\h*st\\Disk\\B", "\\Disk(c#1/x)\\B"
    })
    @DisplayName("R7.30 R7.31 paths of another form")
    void shouldRefusePathsOfAnotherForm(final String path) {
        assertThatThrownBy(() -> CounterPath.parse(path))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageEndingWith("path=" + path.replace('\u0007', ' '));
    }

    @Test
    @DisplayName("R7.30 a path has at most 2,048 characters, a name 1,023")
    void shouldBoundLengths() {
        final String longest = "n".repeat(1_023);

        assertThat(CounterPath.parse("\\" + longest + "(c)\\" + "n".repeat(1_020)).toString()).hasSize(2_048);
        assertThatThrownBy(() -> CounterPath.parse("\\" + longest + "(c)\\" + "n".repeat(1_021)))
                .isInstanceOf(RingsideException.class)
                .hasMessage("path of a counter is too long: length=2049, max=2048");
        assertThatThrownBy(() -> CounterPath.parse("\\S\\n" + longest)).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("counter of a path has a wrong length: length=1024, min=1, max=1023");
        assertThatThrownBy(() -> CounterPath.of(SET, new CounterPath.Instance(longest, longest, 0), BYTES))
                .isInstanceOf(RingsideException.class).hasMessageContaining("max=2048");
    }

    @Test
    @DisplayName("R7.30 the path of a counter is read as that counter")
    void shouldComeBackFromItsText() {
        final CounterPath.Instance instance = new CounterPath.Instance("p", "c", 3);
        final CounterPath path = CounterPath.of(SET, instance, BYTES);

        assertThat(path).hasToString("\\Disk(p/c#3)\\Bytes/sec (all)");
        assertThat(CounterPath.parse(path.toString()).matches(SET.name(), instance, BYTES.name())).isTrue();
        assertThat(CounterPath.of(SET, null, BYTES)).hasToString("\\Disk\\Bytes/sec (all)");
        assertThat(path.hasWildcards()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\\b", "a(b", "a)b", "a/b", "a#b", "a*b", "a?b", ""})
    @DisplayName("R7.30 reserved characters are not in names of instances")
    void shouldRefuseReservedCharactersInInstances(final String name) {
        assertThatThrownBy(() -> new CounterPath.Instance("", name, 0)).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("name of an instance ");
        if (!name.isEmpty()) {
            assertThatThrownBy(() -> new CounterPath.Instance(name, "c", 0)).isInstanceOf(RingsideException.class);
        }
    }

    @Test
    void shouldRefuseNegativeIndexes() {
        assertThatThrownBy(() -> new CounterPath.Instance("", "c", -1)).isInstanceOf(RingsideException.class)
                .hasMessage("index of an instance is negative: name=c, index=-1");
    }
}
