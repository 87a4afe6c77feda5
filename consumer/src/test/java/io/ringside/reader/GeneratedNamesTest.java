package io.ringside.reader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Types beside an interface, or in it, may have names that generated classes could mean otherwise. */
@Tag("jdk25")
class GeneratedNamesTest {
    private static final List<String> NAMES = List.of("Object", "String", "Math", "Override", "SuppressWarnings",
            "Deprecated", "Long", "Short");
    private static final String EVENTS = """
            @TraceProvider("Acme") interface Orders {
                %s
                @TraceEvent(id = 1) void changed(Override side, java.lang.String text, byte[] bytes);
                @TraceEvent(id = 2) long sent(org.agrona.DirectBuffer buffer);
                @TraceEvent(id = 3) @SbeMessage("s.sbeir") void filled(org.agrona.DirectBuffer b, int o, int l);
                boolean changedEnabled();
            }
            """;
    private static final String COUNTERS = """
            @TraceCounterSet(value = "Acme", kind = io.ringside.counter.CounterSetSchema.Kind.MULTIPLE)
            interface Counters {
                %s
                @TraceCounter(id = 1, type = io.ringside.counter.CounterType.RAWCOUNT) long open();
                void incrementOpen();
            }
            """;

    @TempDir
    Path folder;
    private ApplicationFolder application;
    private Path sources;

    @BeforeEach
    void start() throws IOException {
        sources = Files.createDirectories(folder.resolve("sources"));
        application = new ApplicationFolder(sources, folder.resolve("classes"));
        Files.writeString(application.classes().resolve("s.sbeir"), "s");
    }

    @Test
    void shouldCompileBesideTypesOfAnyName() throws IOException {
        for (final String name : NAMES) {
            write(name, "enum " + name + " { A }");
        }
        write("Orders", EVENTS.formatted(""));
        write("Counters", COUNTERS.formatted(""));
        assertThatItCompiles();
    }

    @Test
    void shouldCompileWithTypesOfAnyNameInTheInterface() throws IOException {
        final StringBuilder types = new StringBuilder();
        NAMES.forEach(name -> types.append("enum ").append(name).append(" { A }\n"));
        write("Orders", EVENTS.formatted(types));
        write("Counters", COUNTERS.formatted(types));
        assertThatItCompiles();
    }

    private void write(final String type, final String source) throws IOException {
        Files.writeString(sources.resolve(type + ".java"), "package acme;\nimport io.ringside.typed.*;\n" + source);
    }

    private void assertThatItCompiles() throws IOException {
        application.compile(List.of(sources), "-cp", ApplicationFolder.path());
        assertThat(application.classes().resolve("acme")).isDirectoryContaining("glob:**OrdersReceiver.class")
                .isDirectoryContaining("glob:**CountersInstance.class");
    }
}
