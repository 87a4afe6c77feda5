package io.ringside.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.ringside.control.Controller;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;

class RingsideAutoConfigurationTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Acme.Boot")
            .event("started", EventDescriptor.of(1, Level.INFORMATION, 1)).build();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldConnectToTheDirectoryOfThePropertyAndCloseWithTheApplication() {
        final ProviderRegistration registration;
        try (ConfigurableApplicationContext application = start(Plain.class,
                "--ringside.directory=" + folder.resolve("trace"))) {
            registration = application.getBean(Ringside.class).register(SCHEMA);
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
            assertThat(folder.resolve("trace/v1/control")).isRegularFile();
        }
        assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.CLOSED);
    }

    @Test
    void shouldConnectNothingWhenItIsSwitchedOff() {
        try (ConfigurableApplicationContext application = start(Plain.class, "--ringside.enabled=false",
                "--ringside.directory=" + folder.resolve("trace"))) {
            assertThat(application.getBeansOfType(Ringside.class)).isEmpty();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldUseTheSettingsThatTheApplicationHas() {
        try (ConfigurableApplicationContext application = start(Settings.class, "--own=" + folder.resolve("own"))) {
            assertThat(application.getBean(Ringside.class).register(SCHEMA).status())
                    .isEqualTo(ProviderRegistration.Status.ACTIVE);
            assertThat(folder.resolve("own/v1/control")).isRegularFile();
        }
    }

    @Test
    void shouldLeaveTheRuntimeOfTheApplicationAlone() {
        try (ConfigurableApplicationContext application = start(Own.class, "--own=" + folder.resolve("own"),
                "--ringside.directory=" + folder.resolve("trace"))) {
            assertThat(application.getBeansOfType(Ringside.class)).containsOnlyKeys("own");
            assertThat(folder.resolve("trace")).doesNotExist();
        }
    }

    @Test
    void shouldOfferTheFiguresOfTheDirectoryToMicrometer() {
        try (ConfigurableApplicationContext application = start(Plain.class,
                "--ringside.directory=" + folder.resolve("trace"))) {
            application.getBean(Ringside.class).register(SCHEMA);
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            application.getBean(MeterBinder.class).bindTo(registry);
            assertThat(registry.getMeters()).isNotEmpty()
                    .allMatch(meter -> meter.getId().getName().startsWith("ringside."));
        }
    }

    /** Whatever the property says: a directory of its own would show nothing. */
    @ParameterizedTest
    @ValueSource(classes = {Settings.class, Own.class})
    void shouldShowTheFiguresOfTheDirectoryThatTheRuntimeOfTheApplicationIsIn(final Class<?> source) {
        final List<String> arguments = new ArrayList<>(List.of("--own=" + folder.resolve("own")));
        if (source == Own.class) {
            arguments.add("--ringside.directory=" + folder.resolve("trace"));
        }
        try (ConfigurableApplicationContext application = start(source, arguments.toArray(String[]::new));
                Controller controller = Controller.open(folder.resolve("own"))) {
            assertThat(application.getBean(Ringside.class).register(SCHEMA).status())
                    .isEqualTo(ProviderRegistration.Status.ACTIVE);
            controller.start("monday");
            controller.enable("monday", "Acme.Boot");
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            application.getBean(MeterBinder.class).bindTo(registry);
            assertThat(registry.getMeters()).anyMatch(meter -> "monday".equals(meter.getId().getTag("session")));
            controller.stop("monday");
        }
        assertThat(folder.resolve("trace")).doesNotExist();
    }

    @Test
    void shouldStartTheApplicationWhenTheDirectoryCannotBeUsed() {
        try (ConfigurableApplicationContext application = start(Plain.class, "--ringside.directory=/proc/trace")) {
            final ProviderRegistration registration = application.getBean(Ringside.class).register(SCHEMA);
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.UNAVAILABLE);
            assertThat(registration.problem()).contains("/proc/trace");
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            application.getBean(MeterBinder.class).bindTo(registry);
            assertThat(registry.getMeters()).isEmpty();
        }
    }

    private static ConfigurableApplicationContext start(final Class<?> source, final String... arguments) {
        final SpringApplication application = new SpringApplication(source);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLogStartupInfo(false);
        final List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--spring.main.banner-mode=off");
        return application.run(all.toArray(String[]::new));
    }

    /** An application without anything of its own. */
    @Configuration
    @EnableAutoConfiguration
    static class Plain {}

    /** One with settings. */
    @Configuration
    @EnableAutoConfiguration
    static class Settings {
        @Bean
        RingsideContext settings(final Environment environment) {
            return new RingsideContext().directory(Path.of(environment.getRequiredProperty("own")));
        }
    }

    /** One that connects by itself. */
    @Configuration
    @EnableAutoConfiguration
    static class Own {
        @Bean
        Ringside own(final Environment environment) {
            return Ringside.connect(new RingsideContext().directory(Path.of(environment.getRequiredProperty("own"))));
        }
    }
}
