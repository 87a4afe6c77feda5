package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ChildJvm;
import io.ringside.recording.RecorderContext;
import io.ringside.ship.Receiver;
import io.ringside.ship.ShipContext;
import io.ringside.ship.Shipper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What every carrier does, with a real one between sender and receiver. For one thread. */
public abstract class ShippingContract extends ShippingFixture {
    /** SIGKILL to the carrier, something else, and another carrier with the files of the first. */
    protected abstract void restartCarrier(Runnable meanwhile) throws IOException;

    @Test
    protected void shouldReceiveARecordingThatGrowsAsItIs() {
        recording.open(RecorderContext.Mode.NEWFILE, MEBIBYTE).write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(connected(sender))) {
            for (int round = 0; round < 30; round++) {
                recording.write(ROUND);
                shipAll(sender);
                receiver.doWork();
            }
            assertThat(sender.events()).isEqualTo(recording.next());
            receiveAll(receiver);
            assertThat(receiver.rejected()).isZero();
        }
        requireReceived();

        final List<ShipStatus> statuses = carrier().status(context());
        assertThat(statuses).singleElement().satisfies(status -> {
            assertThat(status.handled()).isEqualTo(recording.next()).isEqualTo(status.recorded());
            assertThat(status.inFlight()).isZero();
            assertThat(status.lost()).isZero();
            assertThat(status.bytes()).isPositive();
            assertThat(status.host()).isEqualTo("here");
            assertThat(status.record().recordingId()).isEqualTo(id());
        });
        assertThat(problems).isEmpty();
    }

    @Test
    protected void shouldShipAndReceiveForAnApplication() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final ShipContext context = context().directory(root.resolve("none"));
        try (Shipper shipper = Shipper.ofRecording(context, recording.folder())) {
            await(() -> shipper.doWork() == 0 && shipper.hasCaughtUp());
            assertThat(shipper.events()).isEqualTo(recording.next());
            assertThat(shipper.records()).isPositive();
            assertThat(shipper.lost() + shipper.lostInSession()).isZero();
            try (Receiver receiver = Receiver.open(context(), target())) {
                await(() -> receiver.doWork() == 0 && receiver.hasCaughtUp());
                assertThat(receiver.ledgers()).singleElement()
                        .satisfies(ledger -> assertThat(ledger.received()).isEqualTo(ROUND));
                assertThat(receiver.rejected()).isZero();
                await(() -> {
                    shipper.doWork();
                    receiver.doWork();
                    return receiver.ledgers().get(0).clock() != null;
                });
            }
            recording.write(ROUND);
            assertThat(shipper.finish(Duration.ofSeconds(60))).isTrue();
        }
        assertThat(Receiver.ledgers(target())).containsOnlyKeys(id());
        assertThat(Shipper.shipments(context())).singleElement().satisfies(shipment -> {
            assertThat(shipment.id()).isEqualTo(id());
            assertThat(shipment.host()).isEqualTo("here");
            assertThat(shipment.shipped()).isEqualTo(recording.next()).isEqualTo(shipment.recorded());
            assertThat(shipment.inFlight() + shipment.lost()).isZero();
        });
    }

    @Test
    protected void shouldContinueAfterRestartsOfBoth() {
        recording.open(RecorderContext.Mode.NEWFILE, MEBIBYTE);
        for (int round = 0; round < 5; round++) {
            recording.write(ROUND);
            try (ShipTask sender = ship()) {
                shipAll(sender);
            }
            try (ReceiveTask receiver = receive(context())) {
                receiveAll(receiver);
            }
        }
        recording.write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(context())) {
            shipAll(sender);
            receiveAll(receiver);
        }
        requireReceived();
    }

    @Test
    protected void shouldTellOfWhatWasReceivedBeforeThoughNothingComes() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(connected(sender))) {
            shipAll(sender);
            receiveAll(receiver);
        }
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
            assertThat(receiver.ledgers()).singleElement()
                    .satisfies(ledger -> assertThat(ledger.received()).isEqualTo(ROUND));
        }
    }

    @Test
    protected void shouldEndTheOlderOfTwoSendersOfARecording() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask older = ship()) {
            shipAll(older);
            recording.write(ROUND);
            try (ShipTask newer = ship()) {
                shipAll(newer);
                recording.write(ROUND);

                assertThatThrownBy(() -> shipAll(older)).isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY))
                        .hasMessageContaining("another process ships this recording")
                        .hasMessageContaining(id().toString());
                shipAll(newer);
                assertThat(newer.events()).isEqualTo(recording.next());
            }
        }
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
        }
        requireReceived();
    }

    @Test
    @Timeout(4 * 3600)
    protected void shouldReceiveEachEventOnceWhoeverIsKilled() throws IOException {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println(getClass().getSimpleName() + ": repeat with -Dringside.seed=" + seed);
        final Random random = new Random(seed);
        final int rounds = Integer.getInteger("ringside.rounds", 2);
        final int[] kills = new int[3];
        recording.open(RecorderContext.Mode.NEWFILE, MEBIBYTE).write(ROUND);
        ChildJvm sender = child("ship", recording.folder());
        ChildJvm receiver = child("receive", target());
        try {
            for (int round = 0; round < rounds; round++) {
                final long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300 + random.nextInt(2500));
                while (System.nanoTime() - untilNs < 0) {
                    recording.write(1 + random.nextInt(ROUND));
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(20)));
                }
                final int part = random.nextInt(kills.length);
                kills[part]++;
                switch (part) {
                    case 0 -> {
                        sender.kill();
                        sender = child("ship", recording.folder());
                    }
                    case 1 -> {
                        receiver.kill();
                        receiver = child("receive", target());
                    }
                    default -> restartCarrier(() -> recording.write(ROUND));
                }
            }
            assertThat(sender.isRunning() && receiver.isRunning()).as("seed %d", seed).isTrue();
        } finally {
            sender.close();
            receiver.close();
        }
        try (ShipTask last = ship(); ReceiveTask rest = receive(context())) {
            shipAll(last);
            receiveAll(rest);
            assertThat(last.events()).as("seed %d", seed).isEqualTo(recording.next());
        }
        requireReceived();
        System.out.printf("%s: kills of sender=%d, receiver=%d, carrier=%d; events=%d, none lost or doubled%n",
                getClass().getSimpleName(), kills[0], kills[1], kills[2], recording.next());
    }

    private ChildJvm child(final String work, final Path folder) throws IOException {
        final ChildJvm child = ChildJvm.start(List.of("-Xmx256m"), ShipMain.class, work, address().address(),
                folder.toString());
        assertThat(child.readLine()).isEqualTo("begun");
        return child;
    }
}
