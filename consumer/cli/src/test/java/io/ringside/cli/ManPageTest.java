package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The manual page and the version, and the versions that pages and the BOM name. */
class ManPageTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern NAMED_VERSION = Pattern
            .compile("ringside-?(?:[a-z]+(?:</artifactId><version>|:)|[_-])(\\d+\\.\\d+\\.\\d+)");

    @TempDir
    private Path folder;

    @Test
    void shouldDescribeEveryCommandWithItsOptions() {
        final List<String> lines = page();
        assertThat(lines).contains(CommandPages.names().filter(name -> !name.equals("counters"))
                .map(name -> ".SS ringside " + name.replace("-", "\\-")).toArray(String[]::new))
                .contains(".SS ringside counters query", "\\fB\\-\\-follow\\fR", "\\fB\\-\\-dir\\fR \\fIDIR\\fR");
    }

    @Tag("proof")
    @Test
    void shouldFormatTheManualPageWithoutWarnings() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "there is no groff here");
        final Path page = Files.write(folder.resolve("ringside.1"), page());
        final Process groff = new ProcessBuilder("groff", "-man", "-ww", "-Tascii", page.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        assertThat(new String(groff.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
        assertThat(groff.waitFor()).isZero();
    }

    @Test
    void shouldPrintItsVersion() {
        final ProgramRun run = ProgramRun.plain(new Interruption(), "--version");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).singleElement().asString()
                .isEqualTo("ringside " + ProgramVersion.text() + " (Java " + Runtime.version() + ")");
        assertThat(ProgramVersion.text()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }

    @Test
    void shouldNameThisVersionOnThePagesThatUsersCopyFrom() throws IOException {
        for (final String page : List.of("README.md", "transport/docs/getting-started.md",
                "consumer/cli/docs/install.md", "consumer/cli/docs/containers.md")) {
            final Matcher version = NAMED_VERSION.matcher(Files.readString(ROOT.resolve(page)));
            assertThat(version.results().map(found -> found.group(1))).as(page).isNotEmpty()
                    .containsOnly(ProgramVersion.text());
        }
    }

    @Test
    void shouldNameEveryPublishedArtifactOfThisVersionInTheBom() throws IOException {
        final String bom = Files.readString(ROOT.resolve("core/bom/pom.xml"));
        assertThat(bom).contains("<version>" + ProgramVersion.text() + "</version>");
        final Matcher module = Pattern.compile("<module>(.*)</module>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        final List<String> modules = module.results().map(found -> found.group(1))
                .filter(name -> !List.of("core/bom", "consumer/dist", "transport/side-by-side", "bench").contains(name))
                .distinct().toList();
        assertThat(modules).hasSizeGreaterThan(5).allSatisfy(name -> assertThat(bom).contains(artifact(name)));
    }

    /** How a module's own file names its artifact, after its parent. */
    private static String artifact(final String module) throws IOException {
        final String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
        final Matcher own = Pattern.compile("<artifactId>ringside-.*</artifactId>").matcher(pom);
        assertThat(own.find(pom.indexOf("</parent>"))).as(module).isTrue();
        return own.group();
    }

    private static List<String> page() {
        final ProgramRun run = ProgramRun.plain(new Interruption(), "man");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        return run.out();
    }
}
