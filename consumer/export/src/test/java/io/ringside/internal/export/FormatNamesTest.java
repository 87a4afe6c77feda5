package io.ringside.internal.export;

import io.ringside.reader.ExportFixture;
import java.util.List;
import javax.lang.model.SourceVersion;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FormatNamesTest {
    @Test
    void shouldLeaveWhatIsAllowedAsItIs() {
        assertThat(FormatNames.FILES.of("Acme.Orders.filled-2")).isEqualTo("Acme.Orders.filled-2");
        assertThat(FormatNames.JAVA.of("\u00fcber9")).isEqualTo("\u00fcber9");
        assertThat(FormatNames.CTF.of("9_price")).isEqualTo("9_price");
    }

    @Test
    void shouldMakeTheSameNameOfATextInEveryExport() {
        assertThat(FormatNames.FILES.of("order executed")).isEqualTo("order_executed_37ab38ba");
        assertThat(FormatNames.FILES.of("-dash")).isEqualTo("x-dash_45591eb4");
        assertThat(FormatNames.JAVA.of("order executed")).isEqualTo("order_executed_37ab38ba");
        assertThat(FormatNames.CTF.of("\u00e9")).isEqualTo("__0e048d3e");
    }

    @Test
    void shouldMakeIdentifiersOfJavaThatDifferIfTheirTextsDo() {
        final List<String> texts = List.of("", "_", "__", "new", "new_", "new__", "_new", "404", "_404", "__404", "a$b",
                "a_b", "a b", "a-b", "\u00ad", "\u0301x", "_\u0301x", "true", "goto", "var", "\ud83d\ude00");
        assertThat(texts).extracting(FormatNames.JAVA::of).doesNotHaveDuplicates().allMatch(SourceVersion::isName);
        assertThat(ExportFixture.HOSTILE_EVENTS).filteredOn(text -> !text.contains("."))
                .extracting(FormatNames.JAVA::of).doesNotHaveDuplicates().allMatch(SourceVersion::isName);
    }

    @Test
    void shouldGiveATagToEachOfSeveralNamesThatAreAlike() {
        final List<String> names = List.of("price", "Price", "size", "losses");
        assertThat(FormatNames.distinct(names, names, List.of("LOSSES"), true)).containsExactly("price_cac822d9",
                "Price_0b090ddd", "size", "losses_" + FormatNames.tagged("", "losses").substring(1));
        assertThat(FormatNames.distinct(names, names, List.of(), false)).isEqualTo(names);
        assertThat(FormatNames.distinct(List.of("a", "a", "a_e8b7be43"), List.of("a", "a", "c"), List.of(), false))
                .as("made to look alike").doesNotHaveDuplicates();
    }

    @Test
    void shouldKeepFieldsApartFromColumnsOfAllEvents() {
        final List<String> columns = List.of("time", "late");
        assertThat(List.of("time", "Time", "fields.time", "fields.size", "size"))
                .extracting(name -> FormatNames.besides(name, columns, false))
                .containsExactly("fields.time", "Time", "fields.fields.time", "fields.size", "size");
        assertThat(FormatNames.besides("Time", columns, true)).isEqualTo("fields.Time");
    }
}
