package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.etw.trace.EventRecord;
import io.ringside.etw.trace.HeaderFlags;
import io.ringside.event.EventDescriptor;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.StackFilter;
import io.ringside.internal.event.ExtendedItemType;
import io.ringside.internal.event.GuidEncoding;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.Ringside;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Filters, properties and forms of a write, from the controller through a provider's process to the consumer. */
@Timeout(60)
class SessionFiltersTest {
    private static final EventRecord RECORD = new EventRecord();
    private static final String A = "a";
    private static final String B = "b";

    @TempDir
    Path root;
    private TracedProvider provider;
    private SessionRow first;

    @BeforeEach
    void start() {
        provider = new TracedProvider(root);
        first = provider.start(A);
        provider.start(B);
    }

    @AfterEach
    void close() {
        provider.close();
    }

    @Test
    @DisplayName("R4.41 of events 1, 2 and 3 the filter in {1, 3} passes 1 and 3, out {1, 3} passes 2")
    void shouldFilterById() {
        provider.enable(A, everything(filters().eventIds(EventIdFilter.in(1, 3))));
        provider.enable(B, everything(filters().eventIds(EventIdFilter.out(1, 3))));
        writeEach(1, 2, 3);
        assertThat(provider.takeIds(A)).containsExactly(1, 3);
        assertThat(provider.takeIds(B)).containsExactly(2);
    }

    @Test
    @DisplayName("R4.41 an event whose id passes is not recorded if its level does not")
    void shouldFilterByIdAndLevel() {
        provider.enable(A, Enablement.of(3, 0, 0).withFilters(filters().eventIds(EventIdFilter.in(5)).build()));
        writeEach(5, 1);
        assertThat(provider.takeIds(A)).isEmpty();
        assertThat(provider.registration.event(5).isEnabled()).isFalse();
    }

    @Test
    @DisplayName("R3.20 enabling with the filter {2} after {1}: event 1 is recorded no more; without any, all are")
    void shouldReplaceAllFilters() {
        provider.enable(A, everything(filters().eventIds(EventIdFilter.in(1)).payload("number > 10")));
        provider.write(1, 11);
        provider.enable(A, everything(filters().eventIds(EventIdFilter.in(2))));
        provider.write(1, 12);
        provider.write(2, 1);
        provider.enable(A, Enablement.of(5, 0, 0));
        provider.write(1, 2);
        assertThat(provider.takeNumbers(A)).containsExactly(11L, 1L, 2L);
    }

    @Test
    @DisplayName("R4.44 between 7 and 16 passes 7 and 16, and rejects 6 and 17; each session has its own condition")
    void shouldFilterByPayload() {
        provider.enable(A, everything(filters().payload("number between 7 and 16")));
        provider.enable(B, everything(filters().payload("event-1: number % 5")));
        LongStream.rangeClosed(6, 17).forEach(number -> provider.write(1, number));
        provider.write(2, 3);
        assertThat(provider.takeNumbers(A))
                .containsExactly(LongStream.rangeClosed(7, 16).boxed().toArray(Long[]::new));
        assertThat(provider.takeNumbers(B)).containsExactly(10L, 15L, 3L);
        assertThat(provider.controller.query(A).ledger().totals().wanted()).isEqualTo(10);
    }

    @Test
    @DisplayName("R4.43 of two lives with a listed pid only that before the call is enabled")
    void shouldEnableProcessesOfTheMomentOnly() {
        final long pid = ProcessHandle.current().pid();
        provider.enable(A, EnableRequest.of(TracedProvider.SCHEMA.name(), Enablement.of(5, 0, 0))
                .withPidsNow(List.of(pid)));
        provider.enable(B, everything(filters().pids(List.of(pid))));
        try (Ringside later = provider.connect()) {
            later.register(TracedProvider.SCHEMA).event(2).write();
        }
        provider.write(1, 1);
        assertThat(provider.takeIds(A)).containsExactly(1);
        assertThat(provider.takeIds(B)).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void shouldFilterByProcessIdAndByWhatRuns() {
        provider.enable(A, everything(filters().pids(List.of(1L))));
        provider.enable(B, everything(filters().executables(List.of("nobody.jar"))));
        assertThat(provider.write(1, 1)).isEqualTo(WriteResult.NOT_WANTED);
        provider.enable(A, everything(filters().pids(List.of(ProcessHandle.current().pid()))));
        assertThat(WriteResult.written(provider.write(2, 2))).isEqualTo(1);
        assertThat(provider.takeIds(B)).isEmpty();
        final List<String> commands = provider.take(A, event -> event.process().command());
        assertThat(commands).hasSize(1);
        provider.enable(B, everything(filters().executables(commands)));
        provider.write(3, 3);
        assertThat(provider.takeIds(B)).containsExactly(3);
    }

    @Test
    @DisplayName("R4.42 stack filter in {5}: events 5 and 6 are recorded, only 5 has a stack")
    void shouldGiveStacksToChosenEvents() {
        provider.enable(A, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE,
                filters().stacks(StackFilter.of(EventIdFilter.in(5))).build()));
        writeEach(5, 6);
        final List<List<String>> stacks = provider.take(A, EventView::stack);
        assertThat(stacks).hasSize(2);
        assertThat(stacks.get(0)).isNotEmpty().anyMatch(frame -> frame.startsWith(getClass().getName() + ".should"));
        assertThat(stacks.get(1)).isEmpty();
    }

    @Test
    @DisplayName("R1.15 a related id gives item 1 of 16 bytes, and the flag; STACK_TRACE gives item 6")
    void shouldShowExtendedItems() {
        provider.enable(A, Enablement.of(5, 0, 0));
        provider.enable(B, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE));
        final UUID related = new UUID(7, 8);
        provider.registration.event(1).write(new WriteOptions().related(related));
        provider.registration.event(2).write();

        assertThat(provider.take(A, SessionFiltersTest::items)).containsExactly(List.of("1:16"), List.of());
        final List<List<String>> ofStacks = provider.take(B, SessionFiltersTest::items);
        assertThat(ofStacks.get(0)).hasSize(2).first().isEqualTo("1:16");
        assertThat(ofStacks.get(0).get(1)).startsWith(ExtendedItemType.STACK_TRACE + ":");
        assertThat(ofStacks.get(1)).hasSize(1);

        provider.registration.event(1).write(new WriteOptions().related(related));
        assertThat(provider.take(A, SessionFiltersTest::guidOfItem)).containsExactly(related);

        provider.registration.event(1).write(new WriteOptions().related(related));
        provider.registration.event(2).write();
        assertThat(provider.take(A, event -> event.relatedActivityId() + " " + RECORD.wrap(event).headerFlags()))
                .containsExactly(
                        related + " " + (HeaderFlags.ALWAYS | HeaderFlags.EXTENDED_INFO), "null " + HeaderFlags.ALWAYS);
    }

    @Test
    @DisplayName("R4.38 event keys are unique, process start keys all the same, and only who asked has them")
    void shouldGiveKeysToWhoAsked() {
        provider.enable(A, Enablement.of(5, 0, 0, EnableProperty.EVENT_KEY | EnableProperty.PROCESS_START_KEY));
        provider.enable(B, Enablement.of(5, 0, 0));
        for (int i = 0; i < 100; i++) {
            provider.write(1, i);
        }
        final Set<Long> starts = new HashSet<>();
        final List<Long> keys = provider.take(A, event -> {
            starts.add(event.processStartKey());
            assertThat(event.processStartKey()).isEqualTo(event.process().startKey());
            return event.eventKey();
        });
        assertThat(keys).hasSize(100).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(starts).hasSize(1);
        assertThat(provider.take(B, event -> event.eventKey() != null || event.processStartKey() != null))
                .hasSize(100).containsOnly(false);
    }

    @Test
    @DisplayName("R2.14 R1.11 a string has the flag STRING_ONLY, level and keyword, and nothing else")
    void shouldShowAString() {
        provider.enable(A, Enablement.of(3, 0, 0));
        assertThat(provider.registration.isEnabled(3, 4)).isTrue();
        assertThat(provider.registration.isEnabled(4, 4)).isFalse();
        provider.registration.writeString(3, 4, "abc");
        provider.registration.writeString(4, 4, "too low");
        provider.write(1, 1);
        final List<String> seen = provider.take(A, event -> {
            if (!event.isString()) {
                assertThat(event.string()).isNull();
                return "flags=" + RECORD.wrap(event).headerFlags();
            }
            assertThat(event.providerName()).isEqualTo(TracedProvider.SCHEMA.name());
            assertThat(event.descriptor()).isEqualTo(EventDescriptor.of(0, 3, 4));
            assertThat(event.schema()).isNull();
            assertThat(event.payloadLength()).isEqualTo(8);
            return event.string() + " flags=" + RECORD.wrap(event).headerFlags();
        });
        assertThat(seen).containsExactly("abc flags=" + (HeaderFlags.ALWAYS | HeaderFlags.STRING_ONLY),
                "flags=" + HeaderFlags.ALWAYS);
    }

    @Test
    @DisplayName("R2.12 of two sessions that is excluded whose identity is given")
    void shouldExcludeASession() {
        provider.enable(A, Enablement.of(5, 0, 0));
        provider.enable(B, Enablement.of(5, 0, 0));
        final WriteOptions.Target identity = new WriteOptions.Target(first.slot(), first.id());
        provider.registration.event(1).write(new WriteOptions().exclude(identity));
        assertThat(provider.takeIds(A)).isEmpty();
        assertThat(provider.takeIds(B)).containsExactly(1);

        provider.controller.stop(A, TracedProvider.TIMEOUT);
        final SessionRow next = provider.start(A);
        assertThat(next.slot()).as("the slot is used again").isEqualTo(first.slot());
        provider.enable(A, Enablement.of(5, 0, 0));
        provider.registration.event(2).write(new WriteOptions().exclude(identity));
        assertThat(provider.takeIds(A)).containsExactly(2);
    }

    @Test
    void shouldGiveNothingOfASessionsFiltersToTheNextOneInItsSlot() {
        provider.enable(A, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE | EnableProperty.EXCLUDE_INPRIVATE,
                filters().payload("number > 100").build()));
        provider.write(1, 1);
        provider.controller.stop(A, TracedProvider.TIMEOUT);
        final SessionRow next = provider.start(A);
        assertThat(next.slot()).isEqualTo(first.slot());
        provider.enable(A, Enablement.of(5, 0, 0));
        provider.write(1, 2);
        provider.registration.event(2).write(new WriteOptions().flags(WriteOptions.IN_PRIVATE));
        assertThat(provider.take(A, event -> event.descriptor().id() + " " + event.stack()))
                .containsExactly("1 []", "2 []");
    }

    private void writeEach(final int... ids) {
        for (final int id : ids) {
            provider.write(id, id);
        }
    }

    /** As a GUID's image has it (R1.15), and not as the record does. */
    private static UUID guidOfItem(final EventView event) {
        final List<UUID> ids = new ArrayList<>();
        RECORD.wrap(event).readExtendedItems((type, buffer, offset, length) -> ids.add(
                new UUID(GuidEncoding.most(buffer, offset), GuidEncoding.least(buffer, offset))));
        return ids.get(0);
    }

    private static List<String> items(final EventView event) {
        final List<String> items = new ArrayList<>();
        RECORD.wrap(event).readExtendedItems((type, buffer, offset, length) -> items.add(type + ":" + length));
        return items;
    }

    private static Enablement everything(final EnablementFilters.Builder filters) {
        return Enablement.of(5, 0, 0).withFilters(filters.build());
    }

    private static EnablementFilters.Builder filters() {
        return EnablementFilters.builder();
    }
}
