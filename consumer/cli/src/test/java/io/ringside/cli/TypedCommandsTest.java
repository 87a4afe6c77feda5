package io.ringside.cli;

import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What commands make of typed events, and what they write as such. */
class TypedCommandsTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    /** Events that say what they are about. */
    @TraceProvider("Acme.Described")
    interface DescribedEvents {
        /**
         * An order came into the book, at a price &lt; the {@code limit}.
         *
         * @param orderId of the {@code order},
         *                as the book has it
         * @param at      where it is
         */
        @TraceEvent(id = 1)
        void accepted(long orderId, Point at);

        @TraceEvent(id = 2)
        void silent();

        /** @param number of it */
        @TraceEvent(id = 3)
        void counted(int number, int other);
    }

    /**
     * A place.
     *
     * @param x to the right
     */
    record Point(int x, int y) {}

    @Test
    void shouldShowWhatAProviderAndItsEventsAreAbout() {
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(folder)
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)))) {
            TypedCommandsTestDescribedEventsProvider.register(ringside);
            assertThat(run("providers", "Acme.Described").out())
                    .contains("about     Events that say what they are about.")
                    .endsWith("", "accepted: An order came into the book, at a price < the limit.",
                            "  orderId: of the order, as the book has it", "  at: where it is",
                            "  at.x: to the right", "counted:", "  number: of it");
            assertThat(run("--format", "json", "providers", "Acme.Described").out().get(0))
                    .contains("\"documentation\":\"Events that say what they are about.\",\"processes\":",
                            "\"documentation\":\"An order came into the book, at a price < the limit.\",\"fields\":"
                                    + "[\"orderId\",\"at\"],\"fieldDocumentation\":{\"orderId\":\"of the order, as the"
                                    + " book has it\",\"at\":\"where it is\",\"at.x\":\"to the right\"}}",
                            "\"documentation\":\"\",\"fields\":[],\"fieldDocumentation\":{}}",
                            "\"fieldDocumentation\":{\"number\":\"of it\"}}");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"8|{\"sequence\":1}", "9|{\"sequence\":1,\"data\":8}",
        "10|{\"sequence\":1,\"data\":\"\"}", "13|{\"sequence\":1,\"data\":\"0a0b0c\"}"})
    void shouldEmitThePayloadThatIsAskedFor(final int payloadBytes, final String fields) {
        run("start", "numbers");
        run("enable", "numbers", "Orders");
        run("emit", "--provider", "Orders", "--events", "2", "--payload", Integer.toString(payloadBytes));
        assertThat(run("--format", "json", "tail", "numbers").out()).hasSize(2)
                .allMatch(line -> line.contains("\"provider\":\"Orders\",\"event\":\"numbered\",\"id\":1,\"version\":"))
                .anyMatch(line -> line.contains("\"version\":0,\"level\":4,\"keyword\":\"0x1\"")
                        && line.contains("\"fields\":" + fields.replace(":1", ":0")))
                .anyMatch(line -> line.contains("\"version\":1,\"level\":4,\"keyword\":\"0x2\"")
                        && line.contains("\"fields\":" + fields));
    }

    @Test
    void shouldCountPayloadsThatNoEventHas() {
        run("start", "numbers");
        run("enable", "numbers", "Orders");
        assertThat(run("--format", "json", "emit", "--provider", "Orders", "--events", "3", "--payload", "1m").out()
                .get(0)).contains("\"wanted\":3,\"written\":0,\"lost\":3", "\"tooLarge\":3");
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder, args);
    }
}
