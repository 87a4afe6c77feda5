package io.ringside.cli.doctor;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FindingTest {
    @Test
    void shouldShowTheFirstFewAndHowManyMoreWhenThereAreHundreds() {
        final List<String> problems = IntStream.range(0, 300).mapToObj(i -> "file" + i).toList();
        final Finding finding = Finding.of("rows", problems, "fine");
        assertThat(finding.text()).endsWith("file0; file1; file2; file3; file4; and 295 more "
                + "(ringside doctor --format json lists all)");
        assertThat(finding.json().toString()).contains(String.join("; ", problems));
    }

    @Test
    void shouldShowAllWhenThereAreFew() {
        assertThat(Finding.of("rows", List.of("a", "b"), "fine").text()).endsWith("a; b");
    }
}
