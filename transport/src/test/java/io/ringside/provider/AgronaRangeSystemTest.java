package io.ringside.provider;

import io.ringside.control.EnableRequest;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.EventSink;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** An application brings the Agrona that it has: a provider in it works with the oldest as with ours. */
@Tag("process")
@Tag("proof")
class AgronaRangeSystemTest {
    private static final Path OLDEST = Path.of("target", "agrona");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    @Tag("jdk25")
    void shouldWriteWithTheOldestAgrona() throws IOException, InterruptedException {
        final List<Path> jars;
        try (Stream<Path> files = Files.list(OLDEST)) {
            jars = files.toList();
        }
        assertThat(jars).singleElement().asString().contains("agrona-");
        final String ours = UnsafeBuffer.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        assertThat(ours).doesNotEndWith(String.valueOf(jars.get(0).getFileName()));
        writeAndDrain(jars.get(0) + File.pathSeparator + System.getProperty("java.class.path").replace(ours, ""));
    }

    @Test
    void shouldWriteWithOurAgrona() throws IOException, InterruptedException {
        writeAndDrain(System.getProperty("java.class.path"));
    }

    private void writeAndDrain(final String classPath) throws IOException, InterruptedException {
        try (RingsideFixture fixture = new RingsideFixture(folder.resolve("trace"))) {
            final SessionRow session = fixture.start("range");
            fixture.controller.enable("range", EnableRequest.of("Test.Trading", Enablement.of(5, 0, 0)),
                    RingsideFixture.TIMEOUT);
            assertThat(trade(folder.resolve("trace"), classPath)).contains("ACTIVE ACTIVE wanted=");
            final Count taken = new Count();
            try (SessionDrain drain = fixture.drain(session)) {
                do {
                    drain.scanSoon();
                    drain.poll(taken, Integer.MAX_VALUE);
                } while (!drain.isEmpty());
            }
            final LedgerTotals totals = fixture.controller.query("range").ledger().totals();
            assertThat(totals.wanted()).isEqualTo(TradingApplication.EVENTS);
            assertThat(taken.events).isPositive().isEqualTo(totals.delivered());
            assertThat(totals.isBalanced()).isTrue();
        }
    }

    private static final class Count implements EventSink {
        private long events;

        @Override
        public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
                final int length, final long ownerThreadId) {
            events++;
        }

        @Override
        public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
            // The ledger tells of them.
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            // The ledger tells of them.
        }
    }

    private static String trade(final Path directory, final String classPath) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(System.getProperty("ringside.jvm.flags").trim().split("\\s+")));
        command.addAll(List.of("-cp", classPath, TradingApplication.class.getName(), directory.toString()));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
