package io.ringside.reader;

import io.ringside.internal.files.SharedMemoryFactory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The programs of the README in modules, with the descriptors of the page about the module path. A module has no
 * classes outside of packages, so each program gets one.
 */
@Timeout(100)
class ReadmeModulesTest {
    private static final Path README = Path.of("..", "README.md");
    private static final Path PAGE = Path.of("..", "transport", "docs", "getting-started.md");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    @Tag("jdk25")
    void shouldTraceTheFirstProviderWithTheFirstReaderWhenBothAreInModules()
            throws IOException, InterruptedException {
        final Path trace = folder.resolve("trace");
        final String providerModules = ApplicationFolder.path();
        final String readerModules = providerModules + File.pathSeparator
                + ApplicationFolder.consumerJar(folder.resolve("consumer.jar"));
        final ApplicationFolder provider = application("acme.orders", "FirstProvider", 0, providerModules);
        final ApplicationFolder reader = application("acme.reader", "FirstReader", 1, readerModules);

        final Process writing = ApplicationFolder.start(trace, List.of("--add-exports",
                "java.base/jdk.internal.misc=org.agrona,io.ringside.transport", "--module-path",
                providerModules + File.pathSeparator + provider.classes(), "--module",
                "acme.orders/acme.orders.FirstProvider"));
        try {
            assertThat(ApplicationFolder.run(trace, List.of("--add-modules", "jdk.unsupported", "--add-exports",
                    "java.base/jdk.internal.misc=org.agrona,io.ringside.transport,ALL-UNNAMED", "--add-opens",
                    "java.base/java.lang.reflect=ALL-UNNAMED", "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED",
                    "-cp", ApplicationFolder.otherLibraries(), "--module-path",
                    readerModules + File.pathSeparator + reader.classes(), "--module",
                    "acme.reader/acme.reader.FirstReader"))).filteredOn(line -> line.endsWith(" accepted"))
                    .hasSizeGreaterThanOrEqualTo(10);
        } finally {
            writing.destroyForcibly();
        }
    }

    private ApplicationFolder application(final String module, final String program, final int index,
            final String modules) throws IOException {
        final Path sources = Files.createDirectories(folder.resolve(module));
        Files.writeString(sources.resolve("module-info.java"), snippets(PAGE).get(index));
        final String text = snippets(README).get(index);
        assertThat(text).contains("class " + program);
        final Path inPackage = Files.createDirectories(sources.resolve(module.replace('.', '/')));
        Files.writeString(inPackage.resolve(program + ".java"), "package " + module + ";\n" + text);
        final ApplicationFolder application = new ApplicationFolder(sources, folder.resolve(program));
        application.compile(List.of(sources), "--module-path", modules);
        return application;
    }

    private static List<String> snippets(final Path page) throws IOException {
        final List<String> snippets = new ArrayList<>();
        final Matcher matcher = SNIPPET.matcher(Files.readString(page));
        while (matcher.find()) {
            snippets.add(matcher.group(1));
        }
        return snippets;
    }
}
