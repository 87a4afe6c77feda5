package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.control.Outcome;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Waits for callbacks, on a clock that goes on only while there is waiting. */
@Timeout(60)
class CallbackWaitTest extends ControllerFixture {
    private static final ProviderSchema OTHER = ProviderSchema.builder("Other")
            .event("written", EventDescriptor.of(1, 4, 1)).build();

    @BeforeEach
    void start() {
        controller.start(settings("night"));
    }

    @Test
    @DisplayName("R4.32 time-out 0 does not wait, 500 ms end with the enablement in force, 5 s at the 2 s it takes")
    void shouldWaitAsLongAsAsked() {
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            process.page().callbackPending(ORDERS.id(), 1);
            process.applyRows();
            assertThat(controller.enable("night", REQUEST, Duration.ZERO).acknowledged()).isZero();
            assertThat(idleCount).isZero();

            whileWaiting = process::applyRows;
            long beginNs = nowNs;
            final Outcome.Answers late = controller.enable("night", REQUEST, Duration.ofMillis(500));
            assertThat(late.timedOut()).containsExactly(process.description() + ": its callback has not returned");
            assertThat(nowNs - beginNs).isBetween(TimeUnit.MILLISECONDS.toNanos(500),
                    TimeUnit.MILLISECONDS.toNanos(507));
            assertThat(process.words().eventWordVolatile(0)).as("the enablement stands").isOne();

            beginNs = nowNs;
            final long returnsNs = beginNs + 2 * SECOND_NS;
            whileWaiting = () -> {
                process.applyRows();
                if (nowNs >= returnsNs) {
                    process.page().callbackPending(ORDERS.id(), 0);
                }
            };
            assertThat(controller.enable("night", REQUEST, Duration.ofNanos(5 * SECOND_NS)))
                    .returns(1, Outcome.Answers::acknowledged).returns(true, Outcome.Answers::isComplete);
            assertThat(nowNs - beginNs).isBetween(2 * SECOND_NS, 2 * SECOND_NS + TimeUnit.MILLISECONDS.toNanos(14));
        }
    }

    @Test
    void shouldNotWaitForCallbacksOfOtherProvidersNorOfLaterChanges() {
        try (FakeProcess process = new FakeProcess(directory, ORDERS);
                FakeProcess other = new FakeProcess(directory, OTHER)) {
            whileWaiting = () -> {
                process.applyRows();
                other.applyRows();
            };
            other.page().callbackPending(OTHER.id(), 1);
            assertThat(controller.enable("night", REQUEST, SECOND).timedOut()).isEmpty();

            process.page().callbackPending(ORDERS.id(), controller.row("night").generation() + 2);
            assertThat(controller.enable("night", REQUEST, SECOND).timedOut()).as("pending since the next change")
                    .isEmpty();
            assertThat(controller.enable("night", REQUEST, SECOND).timedOut()).hasSize(1);
        }
    }

    @Test
    @DisplayName("R3.21 the end of a session waits for no callback")
    void shouldStopWithoutCallbacks() {
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            process.page().callbackPending(ORDERS.id(), 1);
            whileWaiting = process::applyRows;
            controller.enable("night", REQUEST, Duration.ZERO);
            assertThat(controller.stop("night", SECOND).timedOut()).isEmpty();
        }
    }

    @Test
    void shouldWaitNoLongerForTheDead() {
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            process.page().callbackPending(ORDERS.id(), 1);
            whileWaiting = process::die;
            process.applyRows();
            assertThat(controller.enable("night", REQUEST, SECOND)).isEqualTo(
                    new Outcome.Answers(List.of()));
        }
    }

    @Test
    @DisplayName("R3.26 R4.57 requests for state stand in the row beside the enablement, which they leave as it is")
    void shouldKeepRequestsBesideTheEnablement() {
        controller.enable("night", REQUEST, Duration.ZERO);
        final EnablementRow before = row();
        controller.captureState("night", ORDERS.id(), Enablement.of(3, 0x7, 0x1), Duration.ZERO);
        final EnablementRow asked = row();
        assertThat(asked.captureGeneration()).isGreaterThan(before.generation());
        assertThat(asked.captureLevel()).isEqualTo(3);
        assertThat(asked.captureAny()).isEqualTo(0x7);
        assertThat(asked.captureAll()).isEqualTo(0x1);
        assertThat(asked.enablement()).isEqualTo(before.enablement());
        assertThat(asked.generation()).isEqualTo(before.generation());

        controller.captureEvery("night", ORDERS.id(), SECOND, Duration.ZERO);
        assertThat(row().capturePeriod()).hasNanos(SECOND_NS);
        assertThat(row().captureGeneration()).isEqualTo(asked.captureGeneration());
        controller.captureEvery("night", ORDERS.id(), Duration.ZERO, Duration.ZERO);
        assertThat(row()).isEqualTo(asked);

        assertCode(ErrorCode.INVALID_ARGUMENT,
                () -> controller.captureEvery("night", ORDERS.id(), Duration.ofNanos(-1), Duration.ZERO),
                "capturePeriodNs=-1");
        assertCode(ErrorCode.NOT_FOUND,
                () -> controller.captureEvery("night", OTHER.id(), Duration.ofNanos(1), Duration.ZERO),
                "enabled=[Orders]");
        assertThat(row()).as("nothing has changed").isEqualTo(asked);
    }

    private EnablementRow row() {
        return (EnablementRow) controller.query("night").enablements().get(0);
    }
}
