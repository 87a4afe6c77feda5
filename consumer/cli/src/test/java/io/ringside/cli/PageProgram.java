package io.ringside.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** A program that a page shows, compiled with the annotation processor and run. Stateless. */
final class PageProgram {
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS_NAME = Pattern.compile("public class (\\w+)");

    private PageProgram() {}

    /**
     * Starts the first program of a page in a JVM of its own.
     *
     * @param page   that shows it
     * @param folder for its classes and, below it, its trace directory {@code trace}
     * @return to be ended by the caller
     */
    static Process start(final Path page, final Path folder) throws IOException {
        final String snippet = SNIPPET.matcher(Files.readString(page)).results().map(found -> found.group(1))
                .filter(found -> CLASS_NAME.matcher(found).find()).findFirst().orElseThrow();
        final Matcher name = CLASS_NAME.matcher(snippet);
        assertThat(name.find()).isTrue();
        final Path source = Files.writeString(folder.resolve(name.group(1) + ".java"), snippet);
        final String classPath = System.getProperty("java.class.path");
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-cp", classPath, "-processorpath",
                classPath, "-d", folder.toString(), source.toString())).isZero();

        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")));
        command.addAll(List.of("-cp", folder + File.pathSeparator + classPath, name.group(1)));
        final ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("RINGSIDE_DIR", folder.resolve("trace").toString());
        return builder.start();
    }
}
