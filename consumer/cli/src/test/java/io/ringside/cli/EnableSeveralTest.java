package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Several providers in one command: by their names, by wildcards, and by a profile. */
@Timeout(120)
class EnableSeveralTest {
    private static final Pattern ENABLED = Pattern
            .compile("\"provider\":\"([^\"]+)\",\"id\":\"[^\"]+\",\"level\":(\\d+)");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;
    private Ringside runtime;

    @BeforeEach
    void start() {
        assertThat(run("start", "trading").exitCode()).isEqualTo(ExitCode.DONE);
        runtime = Ringside.connect(new RingsideContext().directory(folder.resolve("trace")));
        runtime.register(schema("Orders.Book", "price", "orders"));
        runtime.register(schema("Orders.Risk", "price", "risk"));
        runtime.register(schema("Trades", "size", "orders"));
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void shouldEnableTheProvidersThatAreNamedAndThoseThatFitAWildcard() {
        final ProgramRun run = run("enable", "trading", "Later", "orders*", "--level", "3", "--format", "json");

        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(3).allMatch(line -> line.contains("\"level\":3"));
        assertThat(enabled()).containsExactlyInAnyOrder("Later 3", "Orders.Book 3", "Orders.Risk 3");
    }

    @Test
    void shouldEnableAllThatAreRegisteredByAnAsteriskAlone() {
        run("enable", "trading", "Mistyped");

        assertThat(run("enable", "trading", "*", "--level", "2").out()).hasSize(3);
        assertThat(enabled()).containsExactlyInAnyOrder("Mistyped 255", "Orders.Book 2", "Orders.Risk 2", "Trades 2");
    }

    @Test
    void shouldNotEnableProvidersThatRegisterAfterwards() {
        run("enable", "trading", "Orders*");
        runtime.register(schema("Orders.Late", "price", "orders"));

        assertThat(enabled()).containsExactlyInAnyOrder("Orders.Book 255", "Orders.Risk 255");
    }

    @Test
    void shouldNameTheRegisteredProvidersWhenNoneFits() {
        final ProgramRun run = run("enable", "trading", "Trades", "Order_*");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().contains("no registered provider matches: provider=Order_*",
                "registered=[Orders.Book, Orders.Risk, Trades]");
        assertThat(enabled()).isEmpty();
    }

    @Test
    void shouldChangeNothingWhenOneOfTheProvidersLacksTheKeywordOrTheField() {
        final ProgramRun keyword = run("enable", "trading", "*", "--any", "risk");
        assertThat(keyword.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(keyword.err()).singleElement().asString().contains("keyword=risk", "provider=Orders.Book");

        final ProgramRun field = run("enable", "trading", "*", "--payload", "price > 1");
        assertThat(field.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(field.err()).singleElement().asString().contains("see ringside providers Trades for");
        assertThat(enabled()).isEmpty();
    }

    @Test
    void shouldRejectAWildcardWhereOneProviderIsMeant() {
        assertThat(Stream.of(run("disable", "trading", "Orders*"), run("capture-state", "trading", "Orders*"),
                run("start", "mine", "--private", "Orders*"))).allSatisfy(run -> {
                    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
                    assertThat(run.err()).singleElement().asString().contains("not a wildcard: provider=Orders*");
                });
        assertThat(run("providers", "Orders*", "--format", "json").out()).hasSize(2);
    }

    @Test
    void shouldEnableWhatAProfileSays() throws IOException {
        final String profile = profile("""
                # settings of the session are for trace
                lanes=8
                provider.all=Orders*
                provider.all.level=3
                provider.book=Orders.Book
                provider.book.level=4
                provider.book.payload=price > 10
                provider.later=Later
                """);

        final ProgramRun run = run("enable", "trading", "--profile", profile);
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(enabled()).containsExactlyInAnyOrder("Orders.Book 4", "Orders.Risk 3", "Later 255");
        assertThat(run("query", "trading", "--format", "json").out().get(0)).contains("payload price > 10");

        run("enable", "trading", "Orders.Book", "--profile", profile, "--level", "5");
        assertThat(enabled()).containsExactlyInAnyOrder("Orders.Book 5", "Orders.Risk 3", "Later 255");
    }

    @Test
    void shouldShowFileLineAndCaretWhenAConditionOfAProfileIsWrong() throws IOException {
        final String profile = profile("""
                provider.book=Orders.Book

                provider.book.payload=price > > 10
                """);

        final ProgramRun run = run("enable", "trading", "--profile", profile);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).hasSize(3);
        assertThat(run.err().get(0)).contains("file=" + profile + ", line=3, key=provider.book.payload, reason=");
        assertThat(run.err().get(1)).isEqualTo("price > > 10");
        assertThat(run.err().get(2)).isEqualTo("        ^");
        assertThat(enabled()).isEmpty();
    }

    @Test
    void shouldAskForAProviderWhenNoneIsNamed() {
        final ProgramRun run = run("enable", "trading");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString()
                .contains("give at least one PROVIDER, or a --profile, see --help");
    }

    private String profile(final String text) throws IOException {
        return Files.writeString(disk.resolve("night.session"), text).toString();
    }

    /** Names and levels of what the session has enabled. */
    private List<String> enabled() {
        return ENABLED.matcher(run("query", "trading", "--format", "json").out().get(0)).results()
                .map(EnableSeveralTest::nameAndLevel).toList();
    }

    private static String nameAndLevel(final MatchResult found) {
        return found.group(1) + " " + found.group(2);
    }

    private static ProviderSchema schema(final String name, final String field, final String keyword) {
        return ProviderSchema.builder(name).keyword(keyword, 0x1)
                .event("submitted", EventDescriptor.of(1, 4, 0x1), FieldSchema.of(field, FieldType.INT64)).build();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
