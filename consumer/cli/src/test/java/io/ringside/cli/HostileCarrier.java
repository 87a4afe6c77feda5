package io.ringside.cli;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.MemoryMessages;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ShipCarrier;
import io.ringside.internal.ship.ShipMessages;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShipTask;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/** A carrier to which a host with a hostile name has shipped, and which fails with hostile texts. */
public final class HostileCarrier implements ShipCarrier {
    static final String ADDRESS = "hostile://host/topic";

    @Override
    public String scheme() {
        return "hostile";
    }

    @Override
    public ShipTask ship(final ShipContext context, final Path recording) {
        throw new RingsideException(ErrorCode.TIMEOUT, HostileOutputTest.TEXT);
    }

    @Override
    public ReceiveTask receive(final ShipContext context, final Path folder) {
        throw new RingsideException(ErrorCode.TIMEOUT, HostileOutputTest.TEXT);
    }

    @Override
    public List<ShipStatus> status(final ShipContext context) {
        final long nowNs = TimeUnit.MILLISECONDS.toNanos(Instant.now().toEpochMilli());
        return List.of(new ShipStatus(new ShipRecord(1, new UUID(1, 2), 3, null, 4, nowNs, new UnsafeBuffer()), 5, 6, 7,
                8, nowNs, 9, new UUID(3, 4), 0, false, HostileOutputTest.TEXT, HostileOutputTest.TEXT));
    }

    @Override
    public ShipMessages messages(final ShipContext context, final ShipMessages.Role role) {
        return new MemoryMessages().open();
    }
}
