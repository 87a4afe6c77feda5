package io.ringside.internal.ship.kafka;

import io.ringside.RingsideException;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.ship.ShipContext;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Reads the statuses of shipped recordings from the broker. Stateless. */
final class KafkaStatus {
    private KafkaStatus() {}

    /** Returns the statuses of all recordings. */
    static List<ShipStatus> read(final ShipContext context) {
        final KafkaClients clients = new KafkaClients(context);
        try {
            final List<ShipStatus> all = new ArrayList<>();
            final List<RingsideException> foreign = new ArrayList<>();
            new StateTopic(clients).read(key -> !key.isEmpty() && key.indexOf('/') < 0).forEach((key, value) -> {
                try {
                    final ShipStatus status = ShipStatus.decode(ShipRecord.decode(value));
                    ShipRecord.require(status.record().recordingId().toString().equals(key), "recording");
                    all.add(status);
                } catch (final RingsideException e) {
                    foreign.add(e);
                }
            });
            if (!foreign.isEmpty()) {
                final RingsideException first = foreign.get(0);
                context.errorHandler().onError(new RingsideException(first.code(), "topic has positions that are left "
                        + "out: topic=" + StateTopic.nameFor(context.topic()) + ", leftOut=" + foreign.size()
                        + ", reason=" + first.getMessage() + ": restrict who may write to the topic", first));
            }
            return all;
        } catch (final KafkaException e) {
            throw clients.failure("read the positions", e);
        }
    }

    /** Returns the status of one recording; null if it was never shipped. */
    static @Nullable ShipStatus read(final StateTopic state, final UUID recordingId) {
        final String wanted = recordingId.toString();
        final byte[] value = state.read(wanted::equals).get(wanted);
        return value == null ? null : ShipStatus.decode(ShipRecord.decode(value));
    }
}
