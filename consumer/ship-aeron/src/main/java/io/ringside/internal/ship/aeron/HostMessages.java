package io.ringside.internal.ship.aeron;

import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.exceptions.RegistrationException;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;

/** The host's side of messages: watches the Archive's list of askers and connects to them. Not thread-safe. */
final class HostMessages extends AeronMessages {
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    /** Maximum number of askers that a host connects to, because any process can register. */
    private static final int ASKERS_MAX = 16;
    /** Time without a connection after which a host removes the entry of an asker that was probably killed. */
    private static final long MISSED_NS = TimeUnit.SECONDS.toNanos(30);

    private final ErrorHandler errorHandler;
    private final long missedNs;
    private final Map<String, Connection> connections = new HashMap<>();
    /** Listed askers with unusable endpoints, and the time since which they are known. */
    private final Map<String, Long> unusable = new HashMap<>();
    private boolean told;

    /** The connection to an asker. */
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

        /** Whether both directions are connected; questions are not read before they can be answered. */
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
            // Keep a working connection: another host may have removed the entry because that host cannot connect.
            if (known.containsKey(each.getKey()) || each.getValue().isComplete()) {
                return false;
            }
            each.getValue().close();
            return true;
        });
        unusable.keySet().retainAll(known.keySet());
        for (final AeronClient.Asker each : known.values()) {
            final Connection open = connections.get(each.questions());
            final Long sinceNs = unusable.get(each.questions());
            if (open != null) {
                removeIfMissed(each, open);
            } else if (sinceNs != null) {
                if (System.nanoTime() - sinceNs > missedNs) {
                    client().archive().tryStopRecording(each.subscriptionId());
                }
            } else if (connections.size() < ASKERS_MAX) {
                connect(each);
            }
        }
    }

    /** Removes the entry of an asker that has not been connected for too long; a living asker registers again. */
    private void removeIfMissed(final AeronClient.Asker asker, final Connection open) {
        final long nowNs = System.nanoTime();
        if (open.isComplete()) {
            open.heardNs = nowNs;
        } else if (nowNs - open.heardNs > missedNs) {
            open.heardNs = nowNs;
            client().archive().tryStopRecording(asker.subscriptionId());
            tell(asker, "there is no connection to it");
        }
    }

    private void connect(final AeronClient.Asker asker) {
        try {
            connections.put(asker.questions(), new Connection(client(), asker));
        } catch (final IllegalArgumentException | RegistrationException e) {
            unusable.put(asker.questions(), System.nanoTime());
            tell(asker, String.valueOf(e.getMessage()));
        }
    }

    /** Reports the first unusable asker. */
    private void tell(final AeronClient.Asker asker, final String reason) {
        if (!told) {
            told = true;
            errorHandler.onError(new RingsideException(ErrorCode.TIMEOUT, "receiver or 'ringside remote' cannot be "
                    + "reached, others are not reported: questions=" + asker.questions() + ", answers="
                    + asker.answers()
                    + ", reason=" + reason + ": if it was not killed, open its two ports to this host, or give "
                    + "'ringside receive' its address with --property " + AeronSettings.LINK_ENDPOINT));
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
    boolean send(final DirectBuffer message) {
        boolean sent = !connections.isEmpty();
        for (final Connection each : connections.values()) {
            // Askers that are not connected now get no answer.
            sent &= !each.isComplete() || offer(each.answers, message);
        }
        return sent && connections.values().stream().anyMatch(Connection::isComplete);
    }

    @Override
    public void close() {
        connections.values().forEach(Connection::close);
        super.close();
    }
}
