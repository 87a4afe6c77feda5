package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.internal.schema.TextFields;
import io.ringside.provider.Ringside;
import io.ringside.session.Enablement;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** What a record that is null is written as, and received. */
@Tag("jdk25")
@Timeout(60)
class TypedRecordsTest {
    private static final String SESSION = "records";

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;
    private TypedRecordsTestRecordEventsProvider events;
    private final List<Object> received = new ArrayList<>();
    private final TypedRecordsTestRecordEventsReceiver receiver = new TypedRecordsTestRecordEventsReceiver(new Log());

    /** Takes whatever comes. */
    record Plain(int number, String text, UUID id, Instant time, Plain.@Nullable Kind kind) {
        /** Of two. */
        enum Kind {
            ONE, OTHER
        }
    }

    /** Knows no zero. */
    record Checked(int number) {
        Checked {
            if (number == 0) {
                throw new IllegalArgumentException("number=0");
            }
        }
    }

    @TraceProvider("Example-Records")
    interface RecordEvents {
        @TraceEvent(id = 1)
        long plain(@Nullable Plain value, int behind);

        @TraceEvent(id = 2)
        long checked(@Nullable Checked value, int behind);
    }

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        traced.start(SESSION);
        ringside = traced.connect();
        events = TypedRecordsTestRecordEventsProvider.register(ringside);
        traced.enable(SESSION, EnableRequest.of("Example-Records", Enablement.of(5, 0, 0)));
    }

    @AfterEach
    void close() {
        ringside.close();
        traced.close();
    }

    @Test
    void shouldReceiveARecordOfZerosForOneThatIsNull() {
        assertThat(WriteResult.written(events.plain(null, 7))).isOne();
        assertThat(traced.take(SESSION, receiver::receive)).containsExactly(true);
        assertThat(received).containsExactly(new Plain(0, "", new UUID(0, 0), Instant.EPOCH, null), 7);
    }

    @Test
    void shouldCallTheConstructorOfARecordThatRefusesZeros() {
        assertThat(WriteResult.written(events.checked(null, 7))).isOne();
        assertThat(WriteResult.written(events.checked(new Checked(1), 8))).isOne();
        final List<@Nullable Throwable> thrown = new ArrayList<>();
        assertThat(traced.take(SESSION, event -> {
            thrown.add(catchThrowable(() -> receiver.receive(event)));
            return text(event);
        })).containsExactly("value={number=0} behind=7", "value={number=1} behind=8");
        assertThat(thrown.get(0)).isInstanceOf(IllegalArgumentException.class).hasMessage("number=0");
        assertThat(thrown.get(1)).isNull();
        assertThat(received).containsExactly(new Checked(1), 8);
    }

    private static String text(final EventView event) {
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, Objects.requireNonNull(event.schema()), event.buffer(), event.payloadOffset(),
                event.payloadLength());
        return text.toString();
    }

    private final class Log implements RecordEvents {
        @Override
        public long plain(final @Nullable Plain value, final int behind) {
            received.add(Objects.requireNonNull(value));
            received.add(behind);
            return 0;
        }

        @Override
        public long checked(final @Nullable Checked value, final int behind) {
            received.add(Objects.requireNonNull(value));
            received.add(behind);
            return 0;
        }
    }
}
