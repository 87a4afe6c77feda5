package io.ringside.reader;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.reader.RecordingFixture.Read;
import io.ringside.recording.Recorder;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Several recordings, windows of time and conditions. */
class ReadingRulesTest {
    private static final long START_NS = HandMadeSession.START.wallNs();
    private static final int EVENTS = 300;

    @TempDir
    Path root;
    private RecordingFixture first;
    private RecordingFixture second;

    @BeforeEach
    void start() {
        first = new RecordingFixture(root.resolve("first"));
        second = new RecordingFixture(root.resolve("second"));
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    @DisplayName("R6.2 several recordings are read in one order of time")
    void shouldReadSeveralRecordingsInTheOrderOfTimes() {
        final HandMadeProvider even = first.session.provider();
        final HandMadeProvider odd = second.session.provider();
        for (int value = 0; value < EVENTS; value++) {
            (value % 2 == 0 ? even : odd).at(1_000 + value).write(value % 3, value);
        }
        record(first);
        record(second);
        final Read read = new Read();
        read(List.of(second.folder, first.folder), read);

        assertThat(read.values).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
    }

    @Test
    @DisplayName("R6.2 1 to 64 recordings are read together")
    void shouldReadSixtyFourRecordingsAndRefuseMore() {
        final Read read = new Read();
        record(first);
        read(Collections.nCopies(64, first.folder), read);
        assertThatThrownBy(() -> read(Collections.nCopies(65, first.folder), read)).hasMessageContaining("max=64");
    }

    @Test
    @DisplayName("R6.4 a window of time has both of its ends, and what was lost within it")
    void shouldReadWhatLiesInTheWindow() {
        final HandMadeProvider provider = first.session.provider();
        for (int value = 0; value < 100; value++) {
            provider.at(2_000 + value).write(0, value);
        }
        record(first);
        final Read read = new Read();
        final ReaderContext context = new ReaderContext()
                .filter(EventFilter.all().during(START_NS + 2_010, START_NS + 2_020));
        try (EventReader consumer = EventReader.open(context, Source.recording(first.folder))) {
            consumer.readAvailable(read);
            assertThat(consumer.totals().leftOutEvents()).isEqualTo(89);
            assertThat(consumer.isDone()).isTrue();
        }

        assertThat(read.values).isEqualTo(LongStream.rangeClosed(10, 20).boxed().toList());
    }

    @Test
    @DisplayName("R6.4 a window that ends before it begins is refused")
    void shouldRefuseWindowThatEndsBeforeItBegins() {
        assertThatThrownBy(() -> EventFilter.all().during(2, 1)).hasMessageContaining("sinceNs=2, untilNs=1");
        assertThat(TimeWindow.of(2, 2).contains(2)).isTrue();
        assertThat(TimeWindow.of(2, 4).touches(null, null)).isTrue();
        assertThat(TimeWindow.of(2, 4).touches(0L, 1L)).isFalse();
        assertThat(TimeWindow.of(2, 4).touches(5L, 6L)).isFalse();
        assertThat(TimeWindow.of(2, 4).touches(0L, 6L)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "order == 7                                     | 7",
        "order between 3 and 5                          | 3 4 5",
        "not order > 2                                  | 0 1 2",
        "order < 2 or order >= 8                        | 0 1 8 9",
        "event is 'OPENED' and order % 5                | 0 5",
        "provider is 'Example-Orders' and order = 3     | 3",
        "level == INFORMATION and order = 1             | 1",
        "level <= WARNING                               | ''",
        "level is info and order = 8                    | 8",
        "level <= warn or level between err and verb and order = 9 | 9",
        "opcode is Info and order = 5                   | 5",
        "opcode is start                                | ''",
        "level like 'inf%' and order = 5                | 5",
        "level contains warn                            | ''",
        "opcode contains nf and order = 6               | 6",
        "opcode not matches 'start!route' and order = 7 | 7",
        "opcode is Route and order = 5                  | ''",
        "keyword contains 0x3 and order = 2             | 2",
        "keyword contains 2                             | ''",
        "keyword not contains 2 and order < 1           | 0",
        "id = 7 and fields.order = 9                    | 9",
        "pid > 0 and tid > 0 and order = 4              | 4",
        "activityId == 00000000-0000-0006-ffff-fffffffffff9 | 6",
        "nothing = 1                                    | ''",
        "not nothing = 1                                | ''",
        "nothing = 1 or order = 1                       | 1",
        "nothing = 1 and order = 1                      | ''",
        "late == true                                   | ''"})
    void shouldReadWhatAConditionHoldsFor(final String where, final String expected) {
        final HandMadeProvider provider = first.session.provider();
        final int schemaIndex = provider.register(RecordingFixture.ORDERS);
        for (int value = 0; value < 10; value++) {
            provider.write(0, FrameDescriptor.reference(schemaIndex, 0), value, 8);
        }
        record(first);
        final Read read = new Read();
        read(new ReaderContext().filter(EventFilter.parse(where.replace('!', '|'))), List.of(first.folder), read);

        assertThat(read.values).isEqualTo(expected.isBlank()
                ? List.of()
                : List.of(expected.trim().split(" ")).stream().map(Long::valueOf).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "fields.host = 7                    | 7",
        "fields.host < 2 and not host = 'x' | 0 1",
        "fields.host < 2 or host = 'x'      | 0 1",
        "fields.host % 5 = 4                | 4 9",
        "host = 'x'                         | ''"})
    void shouldTellAFieldFromThePartOfEachEventThatHasItsName(final String where, final String expected) {
        final HandMadeProvider provider = first.session.provider();
        final int schemaIndex = provider.register(ProviderSchema.builder("Example-Hosts")
                .event("Seen", EventDescriptor.of(7, 4, 0x1), FieldSchema.of("host", FieldType.INT64)).build());
        for (int value = 0; value < 10; value++) {
            provider.write(0, FrameDescriptor.reference(schemaIndex, 0), value, 8);
        }
        record(first);
        final Read read = new Read();
        read(new ReaderContext().filter(EventFilter.parse(where)), List.of(first.folder), read);

        assertThat(read.values).isEqualTo(expected.isBlank()
                ? List.of()
                : List.of(expected.trim().split(" ")).stream().map(Long::valueOf).toList());
    }

    @Test
    void shouldCountTheLimitBehindTheCondition() {
        final HandMadeProvider provider = first.session.provider();
        final int schemaIndex = provider.register(RecordingFixture.ORDERS);
        for (int value = 0; value < 100; value++) {
            provider.write(0, FrameDescriptor.reference(schemaIndex, 0), value, 8);
        }
        record(first);
        final Read read = new Read();
        read(new ReaderContext().filter(EventFilter.parse("order % 10")).eventLimit(3), List.of(first.folder), read);

        assertThat(read.values).containsExactly(0L, 10L, 20L);
    }

    @Test
    void shouldEndAtTheLimitWhenAShorterBatchFollows() {
        final HandMadeProvider provider = first.session.provider();
        final int schemaIndex = provider.register(RecordingFixture.ORDERS);
        for (int value = 0; value < 4; value++) {
            provider.write(value == 3 ? 1 : 0, FrameDescriptor.reference(schemaIndex, 0), value, 8);
        }
        record(first);
        final Read read = new Read();
        read(new ReaderContext().eventLimit(3), List.of(first.folder), read);

        assertThat(read.values).containsExactly(0L, 1L, 2L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"level <= SHOUTING", "pid contains 1", "keyword like '%1'", "opcode matches '('",
        "pid = me",
        "keyword contains orders", "activityId = 1",
        "time > noon"})
    void shouldRefuseConditionThatTheHeaderCannotMeet(final String where) {
        assertThatThrownBy(() -> EventFilter.parse(where)).isInstanceOf(RingsideException.class);
    }

    private static void record(final RecordingFixture fixture) {
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
    }

    private static void read(final List<Path> folders, final EventHandler handler) {
        read(new ReaderContext(), folders, handler);
    }

    private static void read(final ReaderContext context, final List<Path> folders, final EventHandler handler) {
        try (EventReader consumer = EventReader.open(context,
                folders.stream().map(Source::recording).toArray(Source[]::new))) {
            consumer.readAvailable(handler);
        }
    }
}
