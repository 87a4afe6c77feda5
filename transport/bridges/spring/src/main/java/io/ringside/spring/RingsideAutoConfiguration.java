package io.ringside.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.micrometer.RingsideMetrics;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Provides a Spring Boot application with a {@link Ringside} that is connected at the start and closed after all beans
 * that use it. If {@code ringside-micrometer} is present, it adds meters of the application's own events, which Spring
 * Boot binds to its registries. An application's own bean of type {@link Ringside} or {@link RingsideMetrics} takes
 * precedence. Properties: {@code ringside.directory}, the trace directory; {@code ringside.enabled}, default true.
 * Thread-safe.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "ringside.enabled", havingValue = "true", matchIfMissing = true)
public class RingsideAutoConfiguration {
    private static final String DIRECTORY = "ringside.directory";

    /** Creates the configuration; called by Spring. */
    public RingsideAutoConfiguration() {
        // It has no state.
    }

    /**
     * Creates the runtime of the application. It never fails if tracing is impossible; its log reports the reason.
     *
     * @param environment with the properties
     * @param contexts    bean with settings of the application, if any
     * @return the runtime
     */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    public Ringside ringside(final Environment environment, final ObjectProvider<RingsideContext> contexts) {
        final RingsideContext context = contexts.getIfAvailable(RingsideContext::new);
        final String directory = environment.getProperty(DIRECTORY, "");
        return Ringside.connect(directory.isBlank() ? context : context.directory(Path.of(directory)));
    }

    /** Beans for metrics, which are only loaded if the libraries are present. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RingsideMetrics.class, MeterBinder.class})
    static class Metrics {
        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean(RingsideMetrics.class)
        DirectoryMetrics ringsideMetrics(final Environment environment, final ObjectProvider<Ringside> runtimes) {
            final Ringside runtime = runtimes.getIfUnique();
            final String directory = environment.getProperty(DIRECTORY, "");
            return new DirectoryMetrics(runtime != null
                    ? runtime.directory()
                    : directory.isBlank() ? null : Path.of(directory));
        }
    }

    /** Metrics of the runtime's directory. An application starts even without them. */
    static final class DirectoryMetrics implements MeterBinder, AutoCloseable {
        /** Trace directory; null for the default one. */
        private final @Nullable Path directory;
        private final List<RingsideMetrics> opened = new CopyOnWriteArrayList<>();

        DirectoryMetrics(final @Nullable Path directory) {
            this.directory = directory;
        }

        @Override
        public void bindTo(final MeterRegistry registry) {
            try {
                final RingsideMetrics metrics = directory == null
                        ? RingsideMetrics.open()
                        : RingsideMetrics.open(directory);
                opened.add(metrics);
                metrics.processes(Controller.thisProcess()).bindTo(registry);
            } catch (final RingsideException e) {
                System.getLogger("io.ringside").log(Level.WARNING, "metrics are unavailable: reason=" + e.getMessage());
            }
        }

        @Override
        public void close() {
            opened.forEach(RingsideMetrics::close);
        }
    }
}
