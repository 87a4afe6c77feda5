package io.ringside.internal.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** An application with a logging framework, in a class loader of its own, as in a servlet container. */
final class LoggingApplication extends URLClassLoader {
    /** A framework and its configuration, at INFO. */
    enum Framework {
        LOGBACK("ch.qos.logback.classic.LoggerContext", "org.slf4j.LoggerFactory", "logback.xml",
                "<configuration><root level='info'/></configuration>", "ch.qos.logback.classic.LoggerContext",
                "ch.qos.logback.core.Context",
                "org.slf4j.LoggerFactory"), LOG4J("org.apache.logging.log4j.core.LoggerContext",
                        "org.apache.logging.log4j.LogManager", "log4j2.xml",
                        "<Configuration status='error'><Loggers><Root level='info'/></Loggers></Configuration>",
                        "org.apache.logging.log4j.core.LoggerContext", "org.apache.logging.log4j.LogManager");

        final String contextType;
        final String factory;
        private final String file;
        private final String configuration;
        private final List<String> classes;

        Framework(final String contextType, final String factory, final String file, final String configuration,
                final String... classes) {
            this.contextType = contextType;
            this.factory = factory;
            this.file = file;
            this.configuration = configuration;
            this.classes = Arrays.asList(classes);
        }

        private URL[] places(final Path folder) {
            try {
                Files.writeString(Files.createDirectories(folder).resolve(file), configuration);
                // As Log4j is set up in web applications, which it would keep otherwise.
                Files.writeString(folder.resolve("log4j2.component.properties"), """
                        log4j2.enableThreadlocals=false
                        log4j2.shutdownHookEnabled=false
                        """);
                final URL[] places = new URL[classes.size() + 1];
                places[0] = folder.toUri().toURL();
                for (int i = 0; i < classes.size(); i++) {
                    places[i + 1] = Class.forName(classes.get(i), false, LoggingApplication.class.getClassLoader())
                            .getProtectionDomain().getCodeSource().getLocation();
                }
                return places;
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            } catch (final ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
    }

    private final Framework framework;
    private volatile String broken = "";
    private volatile Object logger;

    /**
     * An application that has not logged yet.
     *
     * @param framework that it has
     * @param folder    of its configuration
     */
    LoggingApplication(final Framework framework, final Path folder) {
        super(framework.places(folder), ClassLoader.getPlatformClassLoader());
        this.framework = framework;
    }

    /** Have the loading of a class fail; of none if the name is empty. */
    void breaks(final String name) {
        broken = name;
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        if (name.equals(broken)) {
            throw new ClassNotFoundException("broken: " + name);
        }
        return super.loadClass(name, resolve);
    }

    /** The class of the framework's contexts, loaded and not initialized. */
    Class<?> contextType() throws ClassNotFoundException {
        return Class.forName(framework.contextType, false, this);
    }

    /** The class that makes the framework ready when it is used. */
    Class<?> factory() throws ClassNotFoundException {
        return Class.forName(framework.factory, false, this);
    }

    /** Log a text at that level, such as {@code info}. */
    void log(final String level, final String text) throws ReflectiveOperationException {
        final ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(this);
        try {
            final Object made = logger();
            final Class<?> type = Class.forName(
                    framework == Framework.LOGBACK ? "org.slf4j.Logger" : "org.apache.logging.log4j.Logger", true,
                    this);
            type.getMethod(level, String.class).invoke(made, text);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Kept, as applications do: Log4j itself keeps no context. */
    private Object logger() throws ReflectiveOperationException {
        if (logger == null) {
            logger = factory().getMethod("getLogger", String.class).invoke(null, "com.acme.Engine");
        }
        return logger;
    }

    /** The filter that a bridge has put into the framework. */
    Object filter() throws ReflectiveOperationException {
        if (framework == Framework.LOGBACK) {
            final Object context = factory().getMethod("getILoggerFactory").invoke(null);
            return ((List<?>) context.getClass().getMethod("getTurboFilterList").invoke(context)).get(0);
        }
        final Object made = logger();
        final Object context = made.getClass().getMethod("getContext").invoke(made);
        final Object configuration = context.getClass().getMethod("getConfiguration").invoke(context);
        return Class.forName("org.apache.logging.log4j.core.filter.Filterable", true, this).getMethod("getFilter")
                .invoke(configuration);
    }
}
