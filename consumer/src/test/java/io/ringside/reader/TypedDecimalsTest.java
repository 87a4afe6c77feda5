package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.event.Level;
import io.ringside.internal.schema.TextFields;
import io.ringside.provider.Ringside;
import io.ringside.session.Enablement;
import io.ringside.typed.Decimal;
import io.ringside.typed.NamedBy;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.Unit;
import io.ringside.typed.Unsigned;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Decimals of an interface: whole numbers for those who write and receive, decimals for those who read. */
@Timeout(60)
@Tag("jdk25")
class TypedDecimalsTest {
    private static final String SESSION = "typed";
    private static final String PROVIDER = "Example-Decimals";

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;

    /** One leg. */
    record Leg(@Decimal(scale = 1) short ratio) {}

    /** As it was. */
    @TraceProvider("Example-Plain")
    interface Plain {
        @TraceEvent(id = 1, level = Level.INFORMATION)
        long traded(long price);
    }

    /** As it is. */
    @TraceProvider(PROVIDER)
    interface Scaled {
        @TraceEvent(id = 1, level = Level.INFORMATION)
        long traded(@Decimal(scale = 4) @Unit("USD") long price);

        @TraceEvent(id = 2, level = Level.INFORMATION)
        long ranked(@Decimal(scale = 2) int[] levels, @Decimal(scale = 18) @Unsigned long share, Leg leg);

        @TraceEvent(id = 3, level = Level.INFORMATION)
        long quoted(@NamedBy("symbol") int symbol, @Decimal(scaleFrom = "symbol") @Unit("USD") long price, Part part);
    }

    /** With its own scale. */
    @SuppressWarnings("ArrayRecordComponent")
    record Part(byte digits, @Decimal(scaleFrom = "digits") int[] sizes) {}

    /** As it may become. */
    @TraceProvider("Example-Rescaled")
    interface Rescaled {
        @TraceEvent(id = 1, level = Level.INFORMATION)
        long traded(@Decimal(scale = 6) @Unit("USD") long price);
    }

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        traced.start(SESSION);
        ringside = traced.connect();
        traced.enable(SESSION, EnableRequest.of(PROVIDER, Enablement.of(5, 0, 0)));
    }

    @AfterEach
    void close() {
        ringside.close();
        traced.close();
    }

    @Test
    void shouldShowDecimalsToThoseWhoReadWithoutTheInterface() {
        try (TypedDecimalsTestScaledProvider events = TypedDecimalsTestScaledProvider.register(ringside)) {
            ok(events.traded(5_853_300));
            ok(events.ranked(new int[]{150, -5}, -1, new Leg((short) -12)));
        }
        assertThat(traced.take(SESSION, TypedDecimalsTest::text)).containsExactly("price=585.3300 USD",
                "levels=[1.50, -0.05] share=18.446744073709551615 leg={ratio=-1.2}");
    }

    @Test
    void shouldTakeScalesFromOtherFields() {
        final List<Long> prices = new ArrayList<>();
        final TypedDecimalsTestScaledReceiver receiver = new TypedDecimalsTestScaledReceiver(
                new TypedDecimalsTestScaledReceiver.Adapter() {
                    @Override
                    public long quoted(final int symbol, final long price, final Part part) {
                        prices.add(price);
                        return 0;
                    }
                });
        try (TypedDecimalsTestScaledProvider events = TypedDecimalsTestScaledProvider.register(ringside)) {
            events.registration().publishScale("symbol", 17, 4);
            ok(events.quoted(17, 5_853_300, new Part((byte) 1, new int[]{15, -5})));
            ok(events.quoted(18, 5_853_301, new Part((byte) 30, new int[]{15})));
        }
        assertThat(traced.take(SESSION, event -> text(event) + receiver.receive(event))).containsExactly(
                "symbol=17 price=585.3300 USD part={digits=1 sizes=[1.5, -0.5]}true",
                "symbol=18 price=\"5853301 (no scale)\" part={digits=30 sizes=[\"15 (no scale)\"]}true");
        assertThat(prices).containsExactly(5_853_300L, 5_853_301L);
    }

    @Test
    void shouldApplyAScaleFromWhereItChanges() {
        try (TypedDecimalsTestPlainProvider before = TypedDecimalsTestPlainProvider
                .registerAs(PROVIDER, ringside);
                TypedDecimalsTestScaledProvider now = TypedDecimalsTestScaledProvider.register(ringside);
                TypedDecimalsTestRescaledProvider later = TypedDecimalsTestRescaledProvider
                        .registerAs(PROVIDER, ringside)) {
            ok(before.traded(5_853_300));
            ok(now.traded(5_853_300));
            ok(later.traded(5_853_300));
            ok(now.traded(5_853_301));
        }
        assertThat(traced.take(SESSION, TypedDecimalsTest::text)).containsExactly("price=5853300",
                "price=585.3300 USD", "price=5.853300 USD", "price=585.3301 USD");
    }

    @Test
    void shouldNotReceiveNumbersOfAnotherScale() {
        try (TypedDecimalsTestPlainProvider before = TypedDecimalsTestPlainProvider
                .registerAs(PROVIDER, ringside);
                TypedDecimalsTestScaledProvider now = TypedDecimalsTestScaledProvider.register(ringside);
                TypedDecimalsTestRescaledProvider later = TypedDecimalsTestRescaledProvider
                        .registerAs(PROVIDER, ringside)) {
            ok(before.traded(1));
            ok(now.traded(2));
            ok(later.traded(3));
        }
        final List<Long> prices = new ArrayList<>();
        final TypedDecimalsTestScaledReceiver receiver = new TypedDecimalsTestScaledReceiver(
                new TypedDecimalsTestScaledReceiver.Adapter() {
                    @Override
                    public long traded(final long price) {
                        prices.add(price);
                        return 0;
                    }
                });

        assertThat(traced.take(SESSION, receiver::receive)).containsExactly(true, true, false);
        assertThat(prices).containsExactly(1L, 2L);
    }

    private static String text(final EventView event) {
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, event.schema(), event.buffer(), event.payloadOffset(), event.payloadLength());
        return text.toString();
    }

    private static void ok(final long result) {
        assertThat(WriteResult.written(result)).isOne();
    }
}
