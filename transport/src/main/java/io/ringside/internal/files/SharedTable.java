package io.ringside.internal.files;

import java.nio.channels.FileChannel;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Tables that all copies of this library in a JVM share, regardless of their class loaders. They are stored in the
 * system properties and contain types of the JDK only; their names contain the version of the content.
 */
final class SharedTable {
    /** State of each lock that {@link LockFile} keeps, by path of the lock file. */
    static final ConcurrentMap<String, @Nullable Object[]> LOCKS = table("io.ringside.locks.2");

    /** Channels that hold the locks on alive files, by text of an incarnation. */
    static final ConcurrentMap<String, FileChannel> ALIVE = table("io.ringside.alive.1");

    private SharedTable() {}

    @SuppressWarnings("unchecked")
    private static <V> ConcurrentMap<String, V> table(final String name) {
        final Properties properties = System.getProperties();
        return (ConcurrentMap<String, V>) properties.computeIfAbsent(name, key -> new ConcurrentHashMap<String, V>());
    }
}
