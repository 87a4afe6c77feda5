package io.ringside.internal.jvm;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Opens packages of the JDK to the modules that need them, like the flags {@code --add-exports} and {@code
 * --add-opens}. They remain open for the lifetime of the JVM. Stateless.
 */
final class JdkPackages {
    private static final Module BASE = Object.class.getModule();
    private static final String INTERNAL = "jdk.internal.misc";
    private static final List<String> FOR_RECORDINGS = List.of("java.lang.reflect", "sun.nio.ch");
    private static final Set<String> USERS = Set.of("org.agrona", "io.ringside.transport");

    private JdkPackages() {}

    /**
     * Opens the packages that the agent itself needs, only to the agent.
     *
     * @param instrumentation of this JVM
     */
    static void openToAgent(final Instrumentation instrumentation) {
        export(instrumentation, Set.of(JdkPackages.class.getModule()), Map.of());
    }

    /**
     * Opens the packages that Ringside in the application needs, to all modules that may belong to the application.
     *
     * @param instrumentation of this JVM
     */
    static void openToAll(final Instrumentation instrumentation) {
        final Module own = JdkPackages.class.getModule();
        final Set<Module> users = new HashSet<>(
                Set.of(own, ClassLoader.getSystemClassLoader().getUnnamedModule()));
        ModuleLayer.boot().modules().stream().filter(module -> USERS.contains(module.getName())).forEach(users::add);
        export(instrumentation, users, Map.of("java.lang", Set.of(own)));
        try {
            // This includes future class loaders: the public API can only name existing ones.
            final Method export = opened("implAddExportsToAllUnnamed");
            export.invoke(BASE, INTERNAL);
            final Method open = opened("implAddOpensToAllUnnamed");
            for (final String name : FOR_RECORDINGS) {
                open.invoke(BASE, name);
            }
        } catch (final ReflectiveOperationException | RuntimeException e) {
            // Another JDK: classes on the class path have access, those of other class loaders need the flags.
            return;
        }
    }

    private static Method opened(final String name) throws NoSuchMethodException {
        final Method method = Module.class.getDeclaredMethod(name, String.class);
        method.setAccessible(true);
        return method;
    }

    private static void export(final Instrumentation instrumentation, final Set<Module> users,
            final Map<String, Set<Module>> opens) {
        instrumentation.redefineModule(BASE, Set.of(), Map.of(INTERNAL, users), opens, Set.of(), Map.of());
    }
}
