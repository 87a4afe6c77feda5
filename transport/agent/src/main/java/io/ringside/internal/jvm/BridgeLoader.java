package io.ringside.internal.jvm;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of one bridge for a framework of the application: classes of Ringside come from the agent, all
 * others from the loader of the framework. Thread-safe.
 */
final class BridgeLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ClassLoader agent;
    /** Package of the bridge, followed by a dot. */
    private final String bridge;

    /**
     * Creates a loader without classes.
     *
     * @param application class loader of the framework; null for the JVM's own
     * @param bridge      package of the bridge
     */
    BridgeLoader(final @Nullable ClassLoader application, final String bridge) {
        super("ringside-bridge", application);
        this.agent = BridgeLoader.class.getClassLoader();
        this.bridge = bridge + '.';
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(bridge)) {
            synchronized (getClassLoadingLock(name)) {
                final Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
        return name.startsWith("io.ringside.") || name.startsWith("org.agrona.")
                ? agent.loadClass(name)
                : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(final String name) throws ClassNotFoundException {
        if (!name.startsWith(bridge)) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = agent.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            final byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length, BridgeLoader.class.getProtectionDomain());
        } catch (final IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
