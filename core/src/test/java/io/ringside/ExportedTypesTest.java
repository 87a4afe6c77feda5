package io.ringside;

import io.ringside.docs.DocumentPage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application sees of an exported package consists of exported types. The compiler's check cannot be on in the
 * build: it takes the annotations of nullness for types that applications need, and they are not needed to run or
 * compile one.
 */
class ExportedTypesTest {
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final String NULLNESS = "org.jspecify";
    private static final List<String> MODULES = List.of("core", "transport", "consumer", "consumer/etw",
            "consumer/sbe", "consumer/export", "consumer/serve", "consumer/sql", "consumer/micrometer",
            "transport/bridges/log",
            "transport/bridges/logback",
            "transport/bridges/log4j", "transport/bridges/jfr");
    private static final Pattern PUBLIC_TYPE = Pattern.compile("^public ", Pattern.MULTILINE);

    @TempDir
    private Path classes;

    @Test
    void shouldShowApplicationsNoTypesThatTheyCannotUse() throws IOException {
        final String modules = Stream.of(DirectBuffer.class, Nullable.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .collect(Collectors.joining(File.pathSeparator));
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null);
                Stream<Path> sources = Files.walk(SOURCES)) {
            final List<Path> all = sources.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(compiler.getTask(null, files, found, List.of("-Xlint:exports", "-proc:none", "--release", "17",
                    "-Xmaxwarns", "10000", "-d", classes.toString(), "--module-path", modules), null,
                    files.getJavaFileObjectsFromPaths(all)).call()).isTrue();
        }
        final List<String> leaks = found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.WARNING && each.getCode().contains("leaks"))
                .map(each -> each.getMessage(Locale.ROOT)).toList();
        assertThat(leaks).as("the check is on").isNotEmpty().allMatch(leak -> leak.contains(NULLNESS));
    }

    /** So that every growth of the API is a visible change: -Dringside.docs.write=true writes the list anew. */
    @Test
    void shouldExportTheTypesThatAreListed() throws IOException {
        final Path module = DocumentPage.moduleDirectory();
        final Path list = module.resolve(Path.of("src", "test", "resources", "exported-types.txt"));
        final List<String> exported = exported(module.resolveSibling("").normalize());
        if (Boolean.getBoolean("ringside.docs.write")) {
            Files.createDirectories(list.getParent());
            Files.write(list, exported);
        }

        assertThat(exported).isEqualTo(Files.readAllLines(list));
    }

    /** The public types of packages that are not internal, module by module. */
    private static List<String> exported(final Path root) throws IOException {
        final List<String> exported = new ArrayList<>();
        for (final String name : MODULES) {
            final Path sources = root.resolve(name).resolve(SOURCES);
            try (Stream<Path> files = Files.walk(sources)) {
                for (final Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    final String type = sources.relativize(file).toString().replace(File.separatorChar, '.')
                            .replaceAll("\\.java$", "");
                    if (!type.contains(".internal.") && PUBLIC_TYPE.matcher(Files.readString(file)).find()) {
                        exported.add(name + ": " + type);
                    }
                }
            }
        }
        return exported.stream().sorted().toList();
    }
}
