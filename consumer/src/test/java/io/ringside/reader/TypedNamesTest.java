package io.ringside.reader;

import io.ringside.schema.EventSchema;
import io.ringside.schema.PayloadWriter;
import io.ringside.typed.Activity;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.TypedReceiver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Parameters may have any name, also those that generated code could use for itself. */
class TypedNamesTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
    private final List<String> received = new ArrayList<>();
    private final TypedReceiver receiver = new TypedNamesTestOrdinaryNamesReceiver(new Log());

    /** That it compiles is half of the proof. */
    @TraceProvider("Example-Names")
    interface OrdinaryNames {
        @TraceEvent(id = 1)
        long sent(int id, byte[] buffer);

        @TraceEvent(id = 2, message = "first line\nsecond line\r")
        void measured(double[] values, CharSequence fields, int event, int target);

        @TraceEvent(id = 3)
        long filled(int payload, int write, long result, @Activity @Nullable UUID claim);
    }

    @Test
    void shouldHandOverFieldsOfAnyName() {
        final PayloadWriter payload = new PayloadWriter().wrap(buffer, 0, buffer.capacity())
                .putDoubles(new double[]{0.5}).putString("x").putInt(7).putInt(8);

        assertThat(receiver.receive(new CopiedEvent(receiver.provider().id(), event(2), buffer, payload.length())))
                .isTrue();
        assertThat(received).containsExactly("[0.5] x 7 8");
    }

    @Test
    void shouldKeepTheLineBreaksOfAMessage() {
        assertThat(event(2).message()).isEqualTo("first line\nsecond line\r");
    }

    private EventSchema event(final int id) {
        return receiver.provider().events().stream().filter(event -> event.descriptor().id() == id).findFirst()
                .orElseThrow();
    }

    private final class Log implements OrdinaryNames {
        @Override
        public long sent(final int id, final byte[] data) {
            return received.size();
        }

        @Override
        public void measured(final double[] values, final CharSequence fields, final int event, final int target) {
            received.add(Arrays.toString(values) + ' ' + fields + ' ' + event + ' ' + target);
        }

        @Override
        public long filled(final int payload, final int write, final long result, final @Nullable UUID claim) {
            return received.size();
        }
    }
}
