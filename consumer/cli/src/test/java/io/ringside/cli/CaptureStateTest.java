package io.ringside.cli;

import io.ringside.callback.ControlNotice;
import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code ringside capture-state} with a provider in this JVM. */
@Timeout(60)
class CaptureStateTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Orders").keyword("risk", 0x2)
            .event("submitted", EventDescriptor.of(1, 4, 0x2)).build();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    private final List<ControlNotice> told = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch threeTimes = new CountDownLatch(3);

    @Test
    @DisplayName("R3.26 capture-state asks the callbacks of a provider for its state, and reports who has answered")
    void shouldAskForState() {
        try (Ringside ringside = connect(); ProviderRegistration orders = register(ringside)) {
            run("start", "trading");
            run("enable", "trading", "Orders", "--timeout", "20s");
            told.clear();
            assertThat(run("capture-state", "trading", "Orders", "--level", "warning", "--any", "risk", "--timeout",
                    "20s").out()).containsExactly(
                            "provider Orders is asked to log its state: 1 process acknowledged, 0 timed out");
            assertThat(told).singleElement().satisfies(notice -> {
                assertThat(notice.code()).isEqualTo(ControlNotice.CAPTURE_STATE);
                assertThat(notice.level()).isEqualTo(3);
                assertThat(notice.matchAny()).isEqualTo(0x2);
            });
            assertThat(run("capture-state", "trading", "Orders", "--timeout", "20s", "--format", "json").out())
                    .singleElement().asString().startsWith("{\"provider\":\"Orders\",").contains("\"acknowledged\":1",
                            "\"timedOut\":0");
            assertThat(orders.schema()).isEqualTo(SCHEMA);
        }
    }

    @Test
    @DisplayName("R4.57 capture-state --every asks again and again until it is ended")
    void shouldAskRegularly() throws InterruptedException {
        try (Ringside ringside = connect(); ProviderRegistration orders = register(ringside)) {
            run("start", "trading");
            run("enable", "trading", "Orders");
            assertThat(run("capture-state", "trading", "Orders", "--every", "10ms").out()).singleElement().asString()
                    .startsWith("provider Orders is asked regularly to log its state: ");
            assertThat(threeTimes.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(run("capture-state", "trading", "Orders", "--every", "0", "--timeout", "20s").out())
                    .containsExactly(
                            "provider Orders is no longer asked regularly to log its state: 1 process acknowledged, 0"
                                    + " timed out");
            assertThat(orders.schema()).isEqualTo(SCHEMA);
        }
    }

    @Test
    void shouldFailWhenTheProviderIsNotEnabled() {
        run("start", "trading");
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), "capture-state", "trading", "Orders");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString()
                .startsWith("ringside: session has not enabled the provider: session=trading");
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
    }

    private ProviderRegistration register(final Ringside ringside) {
        return ringside.register(SCHEMA, notice -> {
            told.add(notice);
            if (notice.code() == ControlNotice.CAPTURE_STATE) {
                threeTimes.countDown();
            }
        }, null);
    }

    private ProgramRun run(final String... args) {
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), args);
        assertThat(run.exitCode()).as("%s: %s", Arrays.toString(args), run.err()).isEqualTo(ExitCode.DONE);
        return run;
    }
}
