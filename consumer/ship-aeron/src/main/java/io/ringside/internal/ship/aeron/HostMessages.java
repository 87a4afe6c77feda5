package io.ringside.internal.ship.aeron;

import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.exceptions.RegistrationException;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.ShipContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;

/** The side that is asked: it looks who asks, and connects to them. For one thread. */
final class HostMessages extends AeronMessages {
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    /** Those to whom a host is connected: anybody can enter a name. */
    private static final int ASKERS_MAX = 16;
    /** One that was killed stays in the list until somebody misses it for so long. */
    private static final long MISSED_NS = TimeUnit.SECONDS.toNanos(30);

    private final ErrorHandler errorHandler;
    private final long missedNs;
    private final Map<String, Connection> connections = new HashMap<>();
    /** Those that nobody can connect to, as long as they are in the list. */
    private final Set<String> unusable = new HashSet<>();
    private boolean told;

    /** With one that asks. */
    private static final class Connection implements AutoCloseable {
        private final Subscription questions;
        private final Publication answers;
        private long heardNs = System.nanoTime();

        Connection(final AeronClient client, final AeronClient.Asker asker) {
            final AeronSettings settings = client.settings();
            answers = client.aeron().addPublication(AeronSettings.answerChannelAt(asker.answers()),
                    settings.linkStream());
            boolean complete = false;
            try {
                questions = client.aeron().addSubscription(settings.questionChannelAt(asker.questions()),
                        settings.linkStream());
                complete = true;
            } finally {
                if (!complete) {
                    CloseHelper.quietClose(answers);
                }
            }
        }

        /** Questions wait until they can be answered. */
        boolean isComplete() {
            return questions.isConnected() && answers.isConnected();
        }

        @Override
        public void close() {
            CloseHelper.quietCloseAll(questions, answers);
        }
    }

    private HostMessages(final AeronClient client, final ErrorHandler errorHandler, final long missedNs) {
        super(client);
        this.errorHandler = errorHandler;
        this.missedNs = missedNs;
    }

    static HostMessages open(final ShipContext context) {
        return open(context, MISSED_NS);
    }

    static HostMessages open(final ShipContext context, final long missedNs) {
        final AeronClient client = new AeronClient(context);
        final HostMessages opened = new HostMessages(client, context.errorHandler(), missedNs);
        boolean complete = false;
        try {
            opened.look();
            complete = true;
            return opened;
        } catch (final RuntimeException e) {
            throw client.failure("open the messages between hosts", e);
        } finally {
            if (!complete) {
                opened.close();
            }
        }
    }

    @Override
    void look() {
        final Map<String, AeronClient.Asker> known = new HashMap<>();
        client().askers(ASKERS_MAX).forEach(each -> known.put(each.questions(), each));
        connections.entrySet().removeIf(each -> {
            if (known.containsKey(each.getKey())) {
                return false;
            }
            each.getValue().close();
            return true;
        });
        unusable.retainAll(known.keySet());
        for (final AeronClient.Asker each : known.values()) {
            final Connection open = connections.get(each.questions());
            if (open != null) {
                removeIfMissed(each, open);
            } else if (!unusable.contains(each.questions())) {
                connect(each);
            }
        }
    }

    /** From the list; one that still runs enters itself again. */
    private void removeIfMissed(final AeronClient.Asker asker, final Connection open) {
        final long nowNs = System.nanoTime();
        if (open.isComplete()) {
            open.heardNs = nowNs;
        } else if (nowNs - open.heardNs > missedNs) {
            client().archive().tryStopRecording(asker.subscriptionId());
        }
    }

    private void connect(final AeronClient.Asker asker) {
        try {
            connections.put(asker.questions(), new Connection(client(), asker));
        } catch (final IllegalArgumentException | RegistrationException e) {
            unusable.add(asker.questions());
            if (!told) {
                told = true;
                errorHandler.onError(new RingsideException(ErrorCode.INVALID_ARGUMENT, "somebody who asks hosts cannot "
                        + "be reached, others like that are not reported: questions=" + asker.questions()
                        + ", answers=" + asker.answers() + ", reason=" + e.getMessage()
                        + ": restrict who may use the Archive", e));
            }
        }
    }

    @Override
    long lookIntervalNs() {
        return LOOK_NS;
    }

    @Override
    int receive(final Consumer<byte[]> handler) {
        int fragments = 0;
        for (final Connection each : connections.values()) {
            if (each.isComplete()) {
                fragments += receive(each.questions, handler);
            }
        }
        return fragments;
    }

    @Override
    void send(final DirectBuffer message) {
        connections.values().forEach(each -> offer(each.answers, message));
    }

    @Override
    public void close() {
        connections.values().forEach(Connection::close);
        super.close();
    }
}
