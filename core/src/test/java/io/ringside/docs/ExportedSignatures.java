package io.ringside.docs;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The signatures of a module's exported types, for modules without a descriptor, which the compiler cannot check. */
public final class ExportedSignatures {
    private static final String INTERNAL = ".internal.";

    private ExportedSignatures() {}

    /**
     * Finds public and protected members of exported types whose signatures name internal types.
     *
     * @param classes folder of the module's classes
     * @return one line each
     */
    public static List<String> leaks(final Path classes) throws IOException, ReflectiveOperationException {
        final List<String> leaks = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (final Path file : files.filter(each -> each.toString().endsWith(".class")).sorted().toList()) {
                final String name = classes.relativize(file).toString().replace(File.separatorChar, '.')
                        .replaceAll("\\.class$", "");
                if (!name.contains(INTERNAL) && !name.endsWith("-info")) {
                    add(leaks, Class.forName(name, false, ExportedSignatures.class.getClassLoader()));
                }
            }
        }
        return leaks;
    }

    private static void add(final List<String> leaks, final Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if (!isSeen(each.getModifiers())) {
                return;
            }
        }
        if (type.getGenericSuperclass() != null) {
            add(leaks, type, "extends " + type.getGenericSuperclass().getTypeName());
        }
        Stream.of(type.getGenericInterfaces()).forEach(each -> add(leaks, type, "implements " + each.getTypeName()));
        Stream.of(type.getDeclaredFields()).filter(ExportedSignatures::isSeen).map(Field::toGenericString)
                .forEach(each -> add(leaks, type, each));
        Stream.<Executable>concat(Stream.of(type.getDeclaredConstructors()), Stream.of(type.getDeclaredMethods()))
                .filter(ExportedSignatures::isSeen)
                .map(each -> each instanceof Method method
                        ? method.toGenericString()
                        : ((Constructor<?>) each).toGenericString())
                .forEach(each -> add(leaks, type, each));
    }

    private static void add(final List<String> leaks, final Class<?> type, final String signature) {
        if (signature.contains(INTERNAL)) {
            leaks.add(type.getName() + ": " + signature);
        }
    }

    private static boolean isSeen(final Member member) {
        return isSeen(member.getModifiers()) && !member.isSynthetic();
    }

    private static boolean isSeen(final int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }
}
