package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.control.Outcome.Answers.ProcessAnswer;
import io.ringside.event.EventDescriptor;
import io.ringside.event.ProviderId;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Composite;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What sessions want of providers. */
@Timeout(60)
class EnablementTest extends ControllerFixture {
    @Test
    @DisplayName("R4.32 a time-out of 0 does not wait: who has not answered yet has not failed")
    void shouldNameNobodyAsTimedOutWhenTheCallDoesNotWait() {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            final Outcome.Answers result = controller.enable("night", REQUEST, Duration.ZERO);

            assertThat(process.words().composite().matchAny()).isEqualTo(0x1);
            assertThat(result.timedOut()).isEmpty();
            assertThat(result.acknowledged()).isZero();
            assertThat(result.isComplete()).isTrue();
            result.requireComplete();
            final Outcome.Answers waited = controller.enable("night", REQUEST, Duration.ofNanos(1));
            assertThat(waited.timedOut()).hasSize(1);
            assertThat(waited.isComplete()).isFalse();
            assertThatThrownBy(waited::requireComplete).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
                    .hasMessageContaining("processes have not answered: timedOut=[");
        }
    }

    @Test
    void shouldStoreWordsBeforeEnableReturns() {
        final SessionRow session = controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            assertThat(process.words().eventWordVolatile(0)).isZero();

            controller.enable("night", REQUEST, Duration.ZERO);

            assertThat(process.words().eventWordVolatile(0)).isEqualTo(1L << session.slot());
            assertThat(process.words().eventWordVolatile(1)).as("another keyword").isZero();
            assertThat(process.words().composite().matchAny()).isEqualTo(0x1);
        }
    }

    @Test
    void shouldFindAProviderWithAnIdOfItsOwnByItsName() {
        final UUID ownId = new UUID(4711, 4712);
        final ProviderSchema own = ProviderSchema.builder("Acme-Orders").id(ownId)
                .event("submitted", EventDescriptor.of(1, 4, 0x1), List.of()).build();
        final SessionRow night = controller.start(settings("night"));
        final UUID fromName = ProviderId.fromName("Acme-Orders");
        assertThat(controller.providerId("Acme-Orders")).as("nobody has the name yet").isEqualTo(fromName);
        try (FakeProcess process = new FakeProcess(directory, own)) {
            assertThat(controller.providerId("acme-orders")).isEqualTo(ownId);
            assertThat(controller.providerId("Acme")).isEqualTo(ProviderId.fromName("Acme"));

            controller.enable("night", EnableRequest.of("ACME-orders", Enablement.of(4, 0x1, 0)), Duration.ZERO);
            assertThat(process.words().eventWordVolatile(0)).isEqualTo(1L << night.slot());
            assertThat(controller.query("night", "Acme-Orders").providerId()).isEqualTo(ownId);
            assertThat(controller.query("night", ownId).enablement()).isEqualTo(Enablement.of(4, 0x1, 0));

            whileWaiting = process::applyRows;
            assertThat(controller.captureEvery("night", "Acme-Orders", SECOND).isComplete()).isTrue();
            assertThat(controller.captureEvery("night", "Acme-Orders", Duration.ZERO).isComplete()).isTrue();
            assertThat(controller.disable("night", "Acme-Orders").isComplete()).isTrue();
            assertThat(process.words().eventWordVolatile(0)).isZero();
            assertCode(ErrorCode.NOT_FOUND, () -> controller.query("night", "Acme-Orders"), ownId.toString());

            final SessionRow day = controller.start(settings("day"),
                    List.of(EnableRequest.of("Acme-Orders", Enablement.of(4, 0x1, 0))));
            assertThat(process.words().eventWordVolatile(0)).isEqualTo(1L << day.slot());
            assertThat(controller.enable("night", ownId).isComplete()).isTrue();
            assertThat(controller.disable("night", ownId).isComplete()).isTrue();
        }
    }

    @Test
    void shouldPreferTheProviderWhoseIdFollowsFromItsName() {
        final ProviderSchema other = ProviderSchema.builder("orders").id(new UUID(1, 2))
                .event("submitted", EventDescriptor.of(1, 4, 0x1), List.of()).build();
        controller.start(settings("night"));
        try (FakeProcess first = new FakeProcess(directory, other);
                FakeProcess second = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);

            assertThat(first.words().eventWordVolatile(0)).isZero();
            assertThat(second.words().eventWordVolatile(0)).isOne();
        }
    }

    @Test
    void shouldNotTakeAGroupForAProviderOfItsName() {
        final ProviderSchema named = ProviderSchema.builder("Traders").id(new UUID(1, 2))
                .event("submitted", EventDescriptor.of(1, 4, 0x1), List.of()).build();
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, named)) {
            controller.enable("night", EnableRequest.of("Traders", Enablement.of(4, 0x1, 0,
                    EnableProperty.PROVIDER_GROUP)), Duration.ZERO);

            assertThat(controller.query("night", ProviderId.fromName("Traders")).enablement()
                    .has(EnableProperty.PROVIDER_GROUP)).isTrue();
            assertThat(process.words().eventWordVolatile(0)).isZero();
        }
    }

    @Test
    void shouldShowWordsToWhoRegistersLater() {
        controller.start(settings("night"));
        controller.enable("night", REQUEST, Duration.ZERO);

        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            assertThat(process.words().eventWordVolatile(0)).isOne();
        }
    }

    @Test
    void shouldKeepWhatAnEnablementWantsWhoseRowCannotBeRead() throws IOException {
        final SessionRow damaged = controller.start(settings("damaged"));
        final SessionRow other = controller.start(settings("other"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("damaged", REQUEST, Duration.ZERO);
            Files.writeString(directory.enablementRow(damaged.id(), ORDERS.id()), "no row");

            controller.enable("other", EnableRequest.of("Orders", Enablement.of(2, 0x2, 0)), Duration.ZERO);
            assertThat(process.words().eventWordVolatile(0)).isEqualTo(1L << damaged.slot());
            assertThat(process.words().eventWordVolatile(1)).isEqualTo(1L << other.slot());
            assertThat(process.words().composite()).isEqualTo(new Composite(true, 4, 0x3, 0));

            controller.stop("damaged", Duration.ZERO);
            assertThat(process.words().eventWordVolatile(0)).as("its session's row says enough").isZero();
        }
    }

    @Test
    void shouldKeepWhatASessionWantsWhoseRowCannotBeRead() throws IOException {
        final SessionRow damaged = controller.start(settings("damaged"));
        final SessionRow other = controller.start(settings("other"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("damaged", REQUEST, Duration.ZERO);
            Files.writeString(directory.sessionRow(damaged.id()), "no row");

            controller.enable("other", REQUEST, Duration.ZERO);
            assertThat(process.words().eventWordVolatile(0)).isEqualTo(1L << damaged.slot() | 1L << other.slot());
            controller.disable("other", ORDERS.id(), Duration.ZERO);
            assertThat(process.words().eventWordVolatile(0)).isEqualTo(1L << damaged.slot());
            assertThat(process.words().composite().enabled()).isTrue();
        }
    }

    @Test
    @DisplayName("R4.31 an unknown provider is no error")
    void shouldEnableUnknownProvider() {
        controller.start(settings("night"));
        final UUID unknown = new UUID(9, 9);

        final Outcome.Answers result = controller.enable("night", EnableRequest.of(unknown, Enablement.of(1, 0, 0)),
                SECOND);

        assertThat(result).isEqualTo(new Outcome.Answers(List.of()));
        assertThat(idleCount).as("waits for nobody").isZero();
        assertThat(controller.query("night").enablements()).extracting(EnablementInfo::providerId)
                .containsExactly(unknown);
    }

    @Test
    @DisplayName("R4.34 enabling again replaces the enablement as a whole")
    void shouldReplaceEnablement() {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST.from(new UUID(1, 1)), Duration.ZERO);
            controller.enable("night", EnableRequest.of(ORDERS.id(), Enablement.of(2, 0x2, 0x2)), Duration.ZERO);

            assertThat(controller.query("night").enablements()).singleElement().satisfies(row -> {
                assertThat(row.enablement()).isEqualTo(Enablement.of(2, 0x2, 0x2));
                assertThat(row.sourceId()).isNull();
                assertThat(row.provider()).as("it was asked for by id").isEqualTo(ORDERS.id().toString());
            });
            assertThat(process.words().eventWordVolatile(0)).isZero();
            assertThat(process.words().eventWordVolatile(1)).isOne();
            assertThat(process.words().composite().matchAny()).isEqualTo(0x2);
        }
    }

    @Test
    @DisplayName("R3.7 R3.8 R3.9 words follow several sessions, computed anew at each change")
    void shouldAggregateSessions() {
        controller.start(settings("a"));
        controller.start(settings("b"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("a", EnableRequest.of(ORDERS.id(), Enablement.of(3, 0x1, 0x3)), Duration.ZERO);
            controller.enable("b", EnableRequest.of(ORDERS.id(), Enablement.of(1, 0x6, 0x6)), Duration.ZERO);
            assertThat(process.words().composite().level()).isEqualTo(3);
            assertThat(process.words().composite().matchAny()).isEqualTo(0x7);
            assertThat(process.words().composite().matchAll()).isEqualTo(0x2);

            controller.disable("a", ORDERS.id(), Duration.ZERO);
            assertThat(process.words().composite().level()).isOne();
            assertThat(process.words().composite().matchAny()).isEqualTo(0x6);
            assertThat(process.words().composite().matchAll()).isEqualTo(0x6);

            controller.stop("b", Duration.ZERO);
            assertThat(process.words().composite().enabled()).isFalse();
        }
    }

    @Test
    void shouldWaitUntilProcessesHaveApplied() {
        controller.start(settings("night"));
        try (FakeProcess one = new FakeProcess(directory, ORDERS);
                FakeProcess two = new FakeProcess(directory, ORDERS)) {
            two.refuse();
            whileWaiting = () -> {
                if (idleCount == 3) {
                    one.applyRows();
                } else if (idleCount == 5) {
                    two.applyRows();
                }
            };

            final Outcome.Answers result = controller.enable("night", REQUEST, SECOND);

            assertThat(result.acknowledged()).isEqualTo(2);
            assertThat(result.timedOut()).isEmpty();
            assertThat(result.refused()).singleElement().asString().contains(two.description())
                    .contains("NO_SPACE disk is full");
            assertThat(idleCount).isEqualTo(5);
        }
    }

    @Test
    void shouldNotTakeEarlierAcknowledgementForThisOne() {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);
            process.applyRows();

            final Outcome.Answers result = controller.enable("night", REQUEST, SECOND);

            assertThat(result.acknowledged()).isZero();
            assertThat(result.timedOut()).containsExactly(process.description());
        }
    }

    @Test
    void shouldReadHowProcessesHaveAnsweredWithoutAWait() {
        controller.start(settings("night"));
        try (FakeProcess done = new FakeProcess(directory, ORDERS);
                FakeProcess refusing = new FakeProcess(directory, ORDERS);
                FakeProcess late = new FakeProcess(directory, ORDERS)) {
            refusing.refuse();
            controller.enable("night", REQUEST, Duration.ZERO);
            done.applyRows();
            refusing.applyRows();
            // A later change that is about another provider.
            controller.enable("night", EnableRequest.of(new UUID(9, 9), Enablement.of(1, 0, 0)), Duration.ZERO);

            assertThat(controller.answers("night", ORDERS.id()).answers()).containsExactlyInAnyOrder(
                    new ProcessAnswer(done.description(), ProcessAnswer.State.APPLIED, null),
                    new ProcessAnswer(refusing.description(), ProcessAnswer.State.REFUSED, "NO_SPACE disk is full"),
                    new ProcessAnswer(late.description(), ProcessAnswer.State.UNANSWERED, null));
            assertThat(idleCount).isZero();
        }
        assertThatThrownBy(() -> controller.answers("night", new UUID(8, 8)))
                .isInstanceOf(RingsideException.class).hasMessageContaining("session has not enabled the provider");
    }

    @Test
    void shouldNameWhoIsLateWhileEnablementStands() {
        controller.start(settings("night"));
        try (FakeProcess late = new FakeProcess(directory, ORDERS)) {
            final Outcome.Answers result = controller.enable("night", REQUEST, SECOND);

            assertThat(result.timedOut()).containsExactly(late.description());
            assertThat(nowNs).isGreaterThanOrEqualTo(SECOND_NS);
            assertThat(controller.query("night").enablements()).hasSize(1);
            assertThat(late.words().eventWordVolatile(0)).isOne();
        }
    }

    @Test
    void shouldNotWaitForTheDeadNorForOtherProviders() {
        controller.start(settings("night"));
        final ProviderSchema other = ProviderSchema.builder("Other")
                .event("e", EventDescriptor.of(1, 4, 0x1), List.of()).build();
        try (FakeProcess dead = new FakeProcess(directory, ORDERS);
                FakeProcess ofOther = new FakeProcess(directory, other)) {
            assertThat(ofOther.page()).isNotNull();
            dead.die();

            assertThat(controller.enable("night", REQUEST, SECOND))
                    .isEqualTo(new Outcome.Answers(List.of()));
            assertThat(idleCount).isZero();
        }
    }

    @Test
    void shouldNoticeDeathWhileWaiting() {
        controller.start(settings("night"));
        try (FakeProcess dying = new FakeProcess(directory, ORDERS)) {
            whileWaiting = () -> {
                if (idleCount == 2) {
                    dying.die();
                }
            };

            assertThat(controller.enable("night", REQUEST, SECOND).timedOut()).isEmpty();
            assertThat(nowNs).isLessThan(SECOND_NS);
        }
    }

    @Test
    void shouldEnableInInterruptedThreadWithoutWaiting() {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            Thread.currentThread().interrupt();
            final Outcome.Answers result = controller.enable("night", REQUEST, SECOND);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result.timedOut()).containsExactly(process.description());
            assertThat(process.words().eventWordVolatile(0)).isOne();
            assertThat(idleCount).isZero();
        }
    }

    @Test
    void shouldDisable() {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);
            process.applyRows();
            whileWaiting = process::applyRows;

            final Outcome.Answers result = controller.disable("night", ORDERS.id(), SECOND);

            assertThat(result.acknowledged()).isOne();
            assertThat(process.words().eventWordVolatile(0)).isZero();
            assertThat(controller.query("night").enablements()).isEmpty();
            assertCode(ErrorCode.NOT_FOUND, () -> controller.disable("night", ORDERS.id(), Duration.ZERO),
                    "enabled=[]");
        }
    }

    @Test
    void shouldChangeNothingWhenRowCannotBeWritten() throws IOException {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            final EnableRequest unwritable = EnableRequest.of(ORDERS.id(), Enablement.of(4, 1, 0))
                    .named("half \uD800");

            assertCode(ErrorCode.INVALID_ARGUMENT, () -> controller.enable("night", unwritable, Duration.ZERO),
                    "Unicode");

            assertThat(process.words().eventWordVolatile(0)).isZero();
            assertThat(controller.query("night").enablements()).isEmpty();
            assertThat(FolderListing.namesIn(directory.rows())).hasSize(1);
            assertThat(LockFile.of(directory.controlLock()).isHeld()).isFalse();
        }
    }
}
