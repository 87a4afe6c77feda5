package io.ringside.internal.expression;

import io.ringside.AllocatedBytes;
import io.ringside.SeededRandom;
import io.ringside.schema.FieldType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EventConditionModelTest {
    private static final int EVENTS = 300;
    private static final int PAYLOADS = 12;
    private static final int EXPRESSIONS = 10;

    private final Random random = SeededRandom.create(EventConditionModelTest.class);
    private final PayloadBytes whole = new PayloadBytes();
    private final PayloadBytes pieces = new PayloadBytes();

    @Test
    @DisplayName("R4.44 any expression says of any payload what a naive reading of it says, whole, cut or damaged")
    void shouldSayOfAnyPayloadWhatTheModelSays() {
        final int[] answers = new int[3];
        final Set<String> kinds = new TreeSet<>();
        for (int i = 0; i < EVENTS; i++) {
            final RandomEvent event = new RandomEvent(random);
            if (event.places.isEmpty()) {
                continue;
            }
            final NaiveModel model = new NaiveModel(random, event);
            for (int j = 0; j < PAYLOADS; j++) {
                final byte[] payload = damaged(event.payload(), j);
                final Map<String, Object> values = ReadValues.of(event.schema, payload);
                for (int k = 0; k < EXPRESSIONS; k++) {
                    final Expression expression = model.expression(3, values);
                    final Boolean expected = model.holds(expression, values);
                    answers[expected == null ? 2 : expected ? 1 : 0]++;
                    kinds.add(kind(expression) + ' ' + expected);
                    assertAnswer(event, payload, expression, expected != null && expected);
                }
            }
        }
        assertThat(answers).as("answers of all kinds").doesNotContain(0);
        for (final String kind : List.of("like", "not like", "matches", "not matches", "numbers", "Or", "Not")) {
            assertThat(kinds).contains(kind + " true", kind + " false");
        }
        assertThat(kinds).contains("numbers null");
    }

    private static String kind(final Expression expression) {
        return expression instanceof final Comparison comparison
                ? comparison.operator().text()
                : expression instanceof NumberComparison ? "numbers" : expression.getClass().getSimpleName();
    }

    @Test
    void shouldReadBackTheTextOfAnyExpression() {
        for (int i = 0; i < EVENTS; i++) {
            final RandomEvent event = new RandomEvent(random);
            if (!event.places.isEmpty()) {
                final Expression expression = new NaiveModel(random, event).expression(4, Map.of());
                final String text = expression.toString();

                assertThat(Expression.parse(text)).as(text).isEqualTo(expression).hasToString(text);
            }
        }
    }

    @Test
    void shouldFindInNoiseWhatAReaderFinds() {
        for (int i = 0; i < EVENTS; i++) {
            final RandomEvent event = new RandomEvent(random);
            final byte[] noise = new byte[random.nextInt(2_000)];
            random.nextBytes(noise);
            final Map<String, Object> values = ReadValues.of(event.schema, noise);
            for (final RandomEvent.Place place : event.places) {
                if (place.field().type() == FieldType.STRING) {
                    final EventCondition isThere = Comparison.of(place.path(), ComparisonOperator.CONTAINS, "")
                            .compile(event.schema);

                    assertThat(isThere.accepts(whole.wrap(new UnsafeBuffer(noise), 0, noise.length)))
                            .isEqualTo(values.containsKey(place.path().toString()));
                }
            }
        }
    }

    @Test
    void shouldNotAllocate() {
        for (int i = 0; i < 20; i++) {
            final RandomEvent event = new RandomEvent(random);
            if (event.places.isEmpty()) {
                continue;
            }
            final byte[] payload = event.payload();
            final EventCondition condition = new NaiveModel(random, event)
                    .expression(3, ReadValues.of(event.schema, payload)).compile(event.schema);
            whole.wrap(new UnsafeBuffer(payload), 0, payload.length);
            pieces.wrap(PayloadBytesTest.blocks(payload, random));

            assertThat(AllocatedBytes.by(2_000, () -> {
                if (condition.accepts(whole) != condition.accepts(pieces)) {
                    throw new AssertionError();
                }
            })).isZero();
        }
    }

    private void assertAnswer(
            final RandomEvent event, final byte[] payload, final Expression expression, final boolean expected) {
        final EventCondition condition = expression.compile(event.schema);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[payload.length + 5]);
        buffer.putBytes(2, payload);
        assertThat(condition.accepts(whole.wrap(buffer, 2, payload.length)))
                .as("%s of %s", expression, Arrays.toString(payload)).isEqualTo(expected);
        assertThat(condition.accepts(pieces.wrap(PayloadBytesTest.blocks(payload, random))))
                .as("%s of %s in blocks", expression, Arrays.toString(payload)).isEqualTo(expected);
    }

    /** As it is, cut, or with other bytes here and there. */
    private byte[] damaged(final byte[] payload, final int kind) {
        if (kind % 3 == 0 || payload.length == 0) {
            return payload;
        }
        final byte[] damaged = Arrays.copyOf(payload, kind % 3 == 1 ? random.nextInt(payload.length) : payload.length);
        for (int i = random.nextInt(4); i > 0 && damaged.length > 0; i--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
        return damaged;
    }
}
