package io.ringside.docs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** Compiles the Java of pages against the class path of the test. */
public final class PageExamples {
    private static final Pattern JAVA = Pattern.compile("(?ms)^```java\n(.*?)^```");

    private PageExamples() {}

    /**
     * Compile blocks of a page, each in braces of its own.
     *
     * @param page   that shows them
     * @param begin  text with which these blocks begin; empty for all blocks of the page
     * @param frame  source of a class {@code Shown}, with {@code %s} where the blocks belong
     * @param folder for the source and the class
     */
    public static void compile(final Path page, final String begin, final String frame, final Path folder)
            throws IOException {
        final String blocks = JAVA.matcher(Files.readString(page)).results().map(block -> block.group(1))
                .filter(block -> block.startsWith(begin)).map(block -> "{\n" + block + "}")
                .collect(Collectors.joining("\n"));
        assertThat(blocks).isNotEmpty();
        final Path source = Files.writeString(folder.resolve("Shown.java"), frame.formatted(blocks));

        final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        assertThat(ToolProvider.getSystemJavaCompiler().run(InputStream.nullInputStream(), errors, errors, "-proc:none",
                "-d", folder.toString(), "-cp", System.getProperty("java.class.path"), source.toString()))
                .as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }
}
