package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.provider.Ringside;
import io.ringside.session.Enablement;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceKeyword;
import io.ringside.typed.TraceProvider;
import io.ringside.write.WriteResult;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An event that nobody wants looks at none of its arguments: the flag word comes first. */
@Tag("jdk25")
@Timeout(60)
class TypedDisabledTest {
    private static final String SESSION = "disabled";
    private static final String TOUCHED = "touched";
    private static final CharSequence TEXT = untouchable(CharSequence.class);
    private static final DirectBuffer BUFFER = untouchable(DirectBuffer.class);
    private static final Loud LOUD = new Loud(1);

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;
    private TypedDisabledTestLoudEventsProvider events;

    /** Cannot be read. */
    record Loud(int value) {
        @Override
        public int value() {
            throw new IllegalStateException(TOUCHED);
        }
    }

    @TraceProvider("Example-Loud")
    @TraceKeyword(name = "loud", mask = 1)
    interface LoudEvents {
        @TraceEvent(id = 1, keywords = "loud")
        void text(CharSequence text);

        @TraceEvent(id = 2, keywords = "loud")
        long toldText(CharSequence text);

        @TraceEvent(id = 3, keywords = "loud")
        void fixed(Loud value);

        @TraceEvent(id = 4, keywords = "loud")
        long toldFixed(Loud value);

        @TraceEvent(id = 5, keywords = "loud")
        void buffer(DirectBuffer buffer, Loud value);

        @TraceEvent(id = 6, keywords = "loud")
        long toldBuffer(DirectBuffer buffer, Loud value);
    }

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        ringside = traced.connect();
        events = TypedDisabledTestLoudEventsProvider.register(ringside);
    }

    @AfterEach
    void close() {
        ringside.close();
        traced.close();
    }

    @Test
    void shouldTouchNothingWithoutASession() {
        assertThatNothingIsTouched();
        assertThat(results()).containsOnly(WriteResult.NOT_WANTED);
    }

    @Test
    void shouldTouchNothingThatASessionDoesNotWant() {
        traced.start(SESSION);
        traced.enable(SESSION, EnableRequest.of("Example-Loud", Enablement.of(5, 2, 0)));
        assertThatNothingIsTouched();
        assertThat(results()).containsOnly(WriteResult.NOT_WANTED);
    }

    @Test
    void shouldTouchNothingAfterClose() {
        traced.start(SESSION);
        traced.enable(SESSION, EnableRequest.of("Example-Loud", Enablement.of(5, 0, 0)));
        events.close();
        assertThatNothingIsTouched();
        assertThat(results()).allSatisfy(
                result -> assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.INVALID_HANDLE));
    }

    /** Else the tests above would show nothing. */
    @Test
    void shouldLookAtTheArgumentsOfWhatIsWanted() {
        traced.start(SESSION);
        traced.enable(SESSION, EnableRequest.of("Example-Loud", Enablement.of(5, 0, 0)));
        assertThat(calls()).allSatisfy(call -> assertThatThrownBy(call).hasMessage(TOUCHED));
    }

    private void assertThatNothingIsTouched() {
        assertThat(calls()).allSatisfy(call -> assertThatCode(call).doesNotThrowAnyException());
    }

    private List<ThrowingCallable> calls() {
        return List.of(() -> events.text(TEXT), () -> events.toldText(TEXT), () -> events.fixed(LOUD),
                () -> events.toldFixed(LOUD), () -> events.buffer(BUFFER, LOUD),
                () -> events.toldBuffer(BUFFER, LOUD), () -> events.toldBuffer(BUFFER, null),
                () -> events.buffer(BUFFER, null));
    }

    private List<Long> results() {
        return List.of(events.toldText(TEXT), events.toldFixed(LOUD), events.toldBuffer(BUFFER, LOUD));
    }

    /** Throws whatever is asked of it. */
    private static <T> T untouchable(final Class<T> type) {
        return type
                .cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type}, (proxy, method, values) -> {
                    throw new IllegalStateException(TOUCHED);
                }));
    }
}
