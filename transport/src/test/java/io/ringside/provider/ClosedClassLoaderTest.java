package io.ringside.provider;

import io.ringside.internal.files.SharedMemoryFactory;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** An application server closes the class loader of an application as soon as that has closed its runtime. */
@Tag("jdk25")
class ClosedClassLoaderTest {
    @Test
    void shouldNeedNoClassAnyMoreOnceItIsClosed(@TempDir(factory = SharedMemoryFactory.class) final Path folder)
            throws Exception {
        final Set<Thread> others = Thread.getAllStackTraces().keySet();
        try (RingsideFixture fixture = new RingsideFixture(folder.resolve("trace"));
                ApplicationLoader loader = new ApplicationLoader()) {
            fixture.start("night");
            fixture.enable("night", 5);
            final AutoCloseable application = (AutoCloseable) loader.loadClass(ClosingApplication.class.getName())
                    .getConstructor(Path.class).newInstance(fixture.directory.path());

            // From here on, and not just from its end: the control thread may be slower.
            loader.isClosed = true;
            application.close();
            for (final Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("ringside-co") && !others.contains(thread)) {
                    thread.join(TimeUnit.NANOSECONDS.toMillis(RingsideFixture.TIMEOUT_NS));
                }
            }

            assertThat(loader.missed).isEmpty();
            assertThat(fixture.controller.query("night").ledger().totals().inRing()).isOne();
        }
    }

    private static final class ApplicationLoader extends URLClassLoader {
        private final Queue<String> missed = new ConcurrentLinkedQueue<>();
        private final Thread closing = Thread.currentThread();
        private volatile boolean isClosed;

        ApplicationLoader() {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() {
            return List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream().map(entry -> {
                try {
                    return Path.of(entry).toUri().toURL();
                } catch (final MalformedURLException e) {
                    throw new AssertionError(e);
                }
            }).toArray(URL[]::new);
        }

        @Override
        protected Class<?> findClass(final String name) throws ClassNotFoundException {
            // The thread that closes the runtime closes the class loader afterwards.
            if (isClosed && !Thread.currentThread().equals(closing)) {
                missed.add(name);
            }
            return super.findClass(name);
        }
    }
}
