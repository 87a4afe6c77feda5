package io.ringside.internal.javaagent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes in the folder {@code runtime} of the agent's jar: Ringside and its Agrona. For all other classes it
 * delegates to its parent, which has the JDK, so that an application keeps its own versions of both libraries, and
 * neither side sees the other's classes. Thread-safe.
 */
final class RuntimeLoader extends ClassLoader {
    private static final String FOLDER = "runtime/";

    static {
        registerAsParallelCapable();
    }

    /** Open while there are classes that may refer to others. */
    private final JarFile jar;
    private final ProtectionDomain domain;

    RuntimeLoader(final Path path) throws IOException {
        super("ringside-agent", ClassLoader.getPlatformClassLoader());
        jar = new JarFile(path.toFile());
        domain = new ProtectionDomain(new CodeSource(path.toUri().toURL(), (Certificate[]) null), null, this, null);
    }

    /** Looks into the jar first, as the parent also finds classes on the application's module path. */
    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            final Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            return entry(name) == null ? super.loadClass(name, resolve) : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(final String name) throws ClassNotFoundException {
        final ZipEntry entry = entry(name);
        if (entry == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = jar.getInputStream(entry)) {
            final byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (final IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** Used by the loaders of bridges, which contain classes of the same folder. */
    @Override
    public @Nullable InputStream getResourceAsStream(final String name) {
        final ZipEntry entry = jar.getEntry(FOLDER + name);
        try {
            return entry == null ? super.getResourceAsStream(name) : jar.getInputStream(entry);
        } catch (final IOException e) {
            return null;
        }
    }

    private @Nullable ZipEntry entry(final String name) {
        return jar.getEntry(FOLDER + name.replace('.', '/') + ".class");
    }
}
