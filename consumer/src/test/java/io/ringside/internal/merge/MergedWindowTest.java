package io.ringside.internal.merge;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventReader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** When a window of time over lanes that are merged is over, turn by turn of a clock that stands still in between. */
class MergedWindowTest {
    private static final long UNTIL_NS = TimeUnit.SECONDS.toNanos(10);

    @TempDir
    Path folder;
    private MergeFixture fixture;
    private HandMadeProvider provider;
    private long startNs;
    private EventFilter filter;

    @BeforeEach
    void start() {
        fixture = new MergeFixture(folder);
        provider = fixture.session.provider();
        startNs = fixture.nowNs.get();
        final long startEpochNs = HandMadeSession.START.wallNs();
        filter = EventFilter.all().during(startEpochNs, startEpochNs + UNTIL_NS);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R6.4 an event whose writer gave it a time behind the window does not end it for others")
    void shouldGoOnBehindATimeThatAWriterGave() {
        try (EventReader consumer = EventReader.open(fixture.context().filter(filter), fixture.source())) {
            fixture.write(provider, 0, startNs + 5 * UNTIL_NS, 1);
            // Such a time counts as the moment at which it is read, which the second turn has behind it.
            consumer.poll(fixture);
            fixture.advance(TimeUnit.SECONDS.toNanos(1));
            consumer.poll(fixture);
            assertThat(consumer.totals().leftOutEvents()).isOne();
            assertThat(consumer.isDone()).isFalse();

            fixture.write(provider, 1, fixture.nowNs.get(), 2);
            fixture.write(provider, 0, fixture.nowNs.get(), 3);
            fixture.advance(TimeUnit.SECONDS.toNanos(1));
            consumer.poll(fixture);
            assertThat(consumer.isDone()).isFalse();

            fixture.advance(UNTIL_NS);
            consumer.poll(fixture);
            assertThat(consumer.isDone()).isTrue();
        }
        assertThat(fixture.out).containsExactlyInAnyOrder("2*", "3*");
    }

    @Test
    void shouldGoOnUntilAnEventIsBehindTheWindow() {
        try (EventReader consumer = EventReader.open(fixture.context().filter(filter), fixture.source())) {
            fixture.advance(2 * UNTIL_NS);
            consumer.poll(fixture);
            assertThat(consumer.isDone()).isFalse();

            fixture.write(provider, 0, fixture.nowNs.get(), 1);
            fixture.advance(TimeUnit.SECONDS.toNanos(1));
            consumer.poll(fixture);
            assertThat(consumer.isDone()).isTrue();
        }
        assertThat(fixture.out).isEmpty();
    }
}
