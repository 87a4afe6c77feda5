import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Fails a build whose -Dtest or -Dit.test has a name or pattern that matches no test of any module: a module without the
 * named tests passes, so a mistyped name would pass everywhere. Ant calls {@link #execute} in every module.
 */
public class NamedTests {
    public void execute() throws IOException {
        final String names = System.getProperty("it.test", System.getProperty("test", ""));
        final List<String> tests = tests(Path.of(System.getProperty("maven.multiModuleProjectDirectory")));
        for (final String part : names.replaceAll("%(regex|ant)\\[[^\\]]*\\]", "").split(",")) {
            final String name = part.trim().replaceAll("[#$].*", "").replaceAll("\\.(java|class)$", "");
            if (!name.isEmpty() && !name.startsWith("!")
                    && tests.stream().noneMatch(test -> test.matches(pattern(name)))) {
                throw new IllegalArgumentException(
                        "no test of any module matches -Dtest or -Dit.test: name=" + name + ": see CONTRIBUTING.md");
            }
        }
    }

    private static String pattern(final String name) {
        return ".*/" + name.replace(".", "/").replace("**/", "%").replace("?", "[^/]").replace("*", "[^/]*")
                .replace("%", "(.*/)?");
    }

    /** Other modules may be built meanwhile: their files come and go. */
    private static List<String> tests(final Path root) throws IOException {
        final List<String> tests = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(final Path folder, final BasicFileAttributes attributes) {
                return folder.endsWith("target") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
                final String name = file.toString().replace('\\', '/');
                if (name.contains("/src/test/") && name.endsWith(".java")) {
                    tests.add(name.substring(0, name.length() - ".java".length()));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(final Path file, final IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
        return tests;
    }
}
