package io.ringside.internal.ship.aeron;

import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.archive.codecs.SourceLocation;
import io.ringside.ship.ShipContext;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** The asker's side of messages. Hosts find its endpoints in the Archive, and connect. Not thread-safe. */
final class AskerMessages extends AeronMessages {
    /** Interval for checking the entry, which another process, or a restart of the Archive, may have removed. */
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);

    private final Subscription answers;
    private final Publication questions;
    private final String answersAt;
    private final String questionsAt;
    private AeronClient.@Nullable Asker entry;

    private AskerMessages(final AeronClient client, final Subscription answers, final Publication questions,
            final String answersAt, final String questionsAt) {
        super(client);
        this.answers = answers;
        this.questions = questions;
        this.answersAt = answersAt;
        this.questionsAt = questionsAt;
    }

    static AskerMessages open(final ShipContext context) {
        final AeronClient client = new AeronClient(context);
        AskerMessages opened = null;
        try {
            final AeronSettings settings = client.settings();
            final Subscription answers = client.aeron().addSubscription(settings.answerChannel(),
                    settings.linkStream());
            final Publication questions = client.aeron().addPublication(settings.questionChannel(),
                    settings.linkStream());
            client.await("open ports", () -> !answers.localSocketAddresses().isEmpty()
                    && !questions.localSocketAddresses().isEmpty());
            opened = new AskerMessages(client, answers, questions, answers.localSocketAddresses().get(0),
                    questions.localSocketAddresses().get(0));
            opened.look();
            return opened;
        } catch (final RuntimeException e) {
            throw client.failure("open the messages between hosts", e);
        } finally {
            if (opened == null || opened.entry == null) {
                CloseHelper.quietClose(client);
            }
        }
    }

    private void leaveEntry() {
        final AeronClient.Asker known = entry;
        entry = null;
        if (known != null) {
            client().archive().tryStopRecording(known.subscriptionId());
        }
    }

    @Override
    void look() {
        final AeronClient.Asker known = entry;
        if (known == null || !client().isListed(known)) {
            leaveEntry();
            final String channel = client().settings().askerChannel(answersAt, questionsAt,
                    ThreadLocalRandom.current().nextInt());
            entry = new AeronClient.Asker(client().archive().startRecording(channel, client().settings().linkStream(),
                    SourceLocation.REMOTE), answersAt, questionsAt);
        }
    }

    @Override
    long lookIntervalNs() {
        return LOOK_NS;
    }

    @Override
    int receive(final Consumer<byte[]> handler) {
        return receive(answers, handler);
    }

    @Override
    boolean send(final DirectBuffer message) {
        return offer(questions, message);
    }

    @Override
    public void close() {
        CloseHelper.quietClose(this::leaveEntry);
        super.close();
    }
}
