package io.ringside.cli;

import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What providers says of the names that processes publish for values of fields. */
class ProvidersNamesTest {
    private static final ProviderSchema ORDERS = ProviderSchema.builder("Orders")
            .event("submitted", EventDescriptor.of(1, 4, 1),
                    FieldSchema.of("symbol", FieldType.INT32).withValues(ValueMap.published("symbol")),
                    FieldSchema.of("venue", FieldType.INT8).withValues(ValueMap.published("venue")))
            .build();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldShowTheTablesOfNamesOfAProvider() {
        try (Ringside one = connect(); Ringside other = connect()) {
            final ProviderRegistration first = one.register(ORDERS);
            first.publishNames("symbol", Map.of(17L, "AAPL", 18L, "MSFT"));
            first.publishName("symbol", 17, "AAPL.OLD");
            first.publishScale("symbol", 17, 4);
            first.publishScale("symbol", 99, 2);
            other.register(ORDERS).publishNames("symbol", Map.of(1L, "MSFT", 2L, "IBM"));

            assertThat(run("providers", "Orders").out()).containsSubsequence(
                    "TABLE OF NAMES  NAMES  PROCESSES",
                    "symbol              3          2",
                    "venue               0          0");
            final String twoNames = "{\"pid\":" + ProcessHandle.current().pid() + ",\"names\":2}";
            assertThat(run("providers", "--format", "json").out()).singleElement().asString().contains(
                    "\"names\":[{\"table\":\"symbol\",\"names\":3,\"processes\":[" + twoNames + ',' + twoNames
                            + "]},{\"table\":\"venue\",\"names\":0,\"processes\":[]}]");
        }
    }

    @Test
    void shouldShowNoTablesWhereNoFieldHasPublishedNames() {
        try (Ringside application = connect()) {
            application.register(ProviderSchema.builder("Plain").build());

            assertThat(run("providers", "Plain").out()).noneMatch(line -> line.contains("TABLE OF NAMES"));
            assertThat(run("providers", "--format", "json").out().get(0)).contains("\"names\":[]");
        }
    }

    @Test
    void shouldShowAsManyKeywordsAsFitAColumn() {
        final ProviderSchema.Builder many = ProviderSchema.builder("Many");
        for (int i = 10; i < 58; i++) {
            many.keyword("keyword" + i, 1L << (i - 10));
        }
        try (Ringside application = connect()) {
            application.register(many.build());

            assertThat(run("providers").out().get(1)).hasSizeLessThan(150)
                    .contains(" keyword10,keyword11,keyword12,keyword13,... 44 more ");
            assertThat(run("providers", "Many").out()).anyMatch(line -> line.contains("keyword57"));
        }
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(folder.resolve("trace")));
    }

    private ProgramRun run(final String... args) {
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), args);
        assertThat(run.err()).isEqualTo(List.of());
        return run;
    }
}
