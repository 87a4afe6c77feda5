package io.ringside.transport;

import io.ringside.schema.ProviderSchema;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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

    @TempDir
    private Path classes;

    @Test
    void shouldShowApplicationsNoTypesThatTheyCannotUse() throws IOException {
        final String modules = Stream.of(ProviderSchema.class, DirectBuffer.class, Nullable.class)
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
}
