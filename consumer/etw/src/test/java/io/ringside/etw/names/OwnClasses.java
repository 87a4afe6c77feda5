package io.ringside.etw.names;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The exported classes of this library and their members, as they are named without their packages. */
final class OwnClasses {
    private static final List<String> MODULES = List.of("core", "transport", "consumer", "consumer/etw");
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final String ENDING = ".java";
    private static final String INTERNAL = "io/ringside/internal/";
    private static final Pattern TEXT = Pattern.compile("\"[^\"]*\"");
    private static final Pattern CLASS = Pattern.compile("\\b([A-Z]\\w*)((?:\\.[A-Z]\\w*)+|\\.[a-z]\\w*)?");
    private static final Pattern CALL = Pattern.compile("\\.([a-z]\\w*)\\(");
    /** Of the JDK, in examples. */
    private static final Set<String> FOREIGN_CLASSES = Set.of("Map", "Set", "List", "Object");
    private static final Set<String> FOREIGN_CALLS = Set.of("of", "get");

    private final Map<String, List<Class<?>>> byName = new HashMap<>();
    private final Set<String> methods = new HashSet<>();

    private OwnClasses() {}

    static OwnClasses find() {
        final OwnClasses own = new OwnClasses();
        for (final String module : MODULES) {
            final Path sources = root().resolve(module).resolve(SOURCES);
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(ENDING) && !file.endsWith("package-info.java")
                        && !file.endsWith("module-info.java") && !file.toString().contains(INTERNAL))
                        .forEach(file -> own.add(sources.relativize(file)));
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return own;
    }

    /** The repository, of which this is run in a module. */
    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("transport"))) {
            folder = folder.resolveSibling("");
        }
        return folder;
    }

    /** Whether there is a class, or a class with such a member, which may be a class again. */
    boolean has(final String name) {
        final String[] parts = name.split("\\.", -1);
        List<Class<?>> classes = byName.getOrDefault(parts[0], List.of());
        for (int i = 1; i < parts.length; i++) {
            final String part = parts[i];
            final List<Class<?>> nested = classes.stream().flatMap(type -> Arrays.stream(type.getClasses()))
                    .filter(type -> type.getSimpleName().equals(part)).<Class<?>>map(type -> type).toList();
            if (nested.isEmpty()) {
                return i == parts.length - 1 && classes.stream().anyMatch(type -> hasMember(type, part));
            }
            classes = nested;
        }
        return !classes.isEmpty();
    }

    /** Classes, constants and methods that an example names and that are not there. */
    Set<String> missingIn(final String example) {
        final String code = TEXT.matcher(example).replaceAll("");
        final Set<String> missing = new TreeSet<>();
        final Matcher types = CLASS.matcher(code);
        while (types.find()) {
            final String type = types.group(1);
            if (!FOREIGN_CLASSES.contains(type)) {
                final String member = types.group(2);
                final String name = member == null ? type : type + member;
                if (!has(name)) {
                    missing.add(has(type) ? name : type);
                }
            }
        }
        final Matcher calls = CALL.matcher(code);
        while (calls.find()) {
            if (!methods.contains(calls.group(1)) && !FOREIGN_CALLS.contains(calls.group(1))) {
                missing.add(calls.group(1));
            }
        }
        return missing;
    }

    private void add(final Path file) {
        final String name = file.toString().replace(file.getFileSystem().getSeparator(), ".");
        try {
            final Class<?> type = Class.forName(name.substring(0, name.length() - ENDING.length()), false,
                    OwnClasses.class.getClassLoader());
            if (!Modifier.isPublic(type.getModifiers())) {
                return;
            }
            byName.computeIfAbsent(type.getSimpleName(), simple -> new ArrayList<>()).add(type);
            Arrays.stream(type.getMethods()).forEach(method -> methods.add(method.getName()));
            Arrays.stream(type.getClasses()).flatMap(nested -> Arrays.stream(nested.getMethods()))
                    .forEach(method -> methods.add(method.getName()));
        } catch (final ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean hasMember(final Class<?> type, final String name) {
        return Arrays.stream(type.getMethods()).anyMatch(method -> method.getName().equals(name))
                || Arrays.stream(type.getFields()).anyMatch(field -> field.getName().equals(name));
    }
}
