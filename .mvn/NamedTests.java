import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

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

    private static List<String> tests(final Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> file.toString().replace('\\', '/'))
                    .filter(file -> file.contains("/src/test/") && file.endsWith(".java"))
                    .map(file -> file.substring(0, file.length() - ".java".length())).toList();
        }
    }
}
