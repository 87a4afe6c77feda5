package io.ringside.internal.ship.aeron;

import io.aeron.archive.codecs.SourceLocation;
import io.ringside.RingsideException;
import io.ringside.internal.ship.HostsContract;
import io.ringside.internal.ship.LinkThread;
import io.ringside.internal.ship.ShipMessages;
import io.ringside.ship.RemoteControl;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Messages between hosts that find each other by a real Archive. */
@Tag("process")
@Timeout(180)
@SuppressWarnings("try") // Threads that answer in the background are not referred to.
@Tag("proof")
class AeronHostsSystemTest extends HostsContract {
    private static final RemoteControl DONE = arguments -> new RemoteControl.Result(true, "");

    @TempDir
    private static Path archiveFolder;
    private static ArchiveProcess archive;

    private int entered = 1;

    @BeforeAll
    static void startArchive() throws IOException {
        archive = new ArchiveProcess(archiveFolder);
    }

    @AfterAll
    static void stopArchive() {
        archive.close();
    }

    @Override
    protected ShipContext address(final String name) {
        return archive.context(name);
    }

    @Test
    void shouldAnswerAgainAfterTheArchiveWasKilled() throws IOException {
        try (ShipMessages asker = asker(); LinkThread host = linkOfFirst(DONE)) {
            await(() -> done(asker));
        }
        archive.kill();
        archive.start();
        final LinkThread host = linkOfFirst(DONE);
        try (host; ShipMessages asker = asker()) {
            await(() -> done(asker));
            archive.kill();
            archive.start();
            // The host notices, and opens its side again.
            await(() -> problems.stream().anyMatch(each -> each.contains("the Archive")));
            try (ShipMessages another = asker()) {
                await(() -> done(another));
            }
        }
    }

    @Test
    void shouldForgetSomebodyWhoWasKilledAndRejectWhatCannotBeReached() {
        final AeronClient client = new AeronClient(context);
        try (client; AskerMessages killed = (AskerMessages) asker()) {
            final AeronClient.Asker gone = client.askers(10).get(0);
            killed.client().close();
            try (ShipMessages asker = asker(); HostMessages host = HostMessages.open(context, 0)) {
                enter(client, "nowhere", "nowhere");
                enter(client, "localhost:1", "localhost:x");
                final List<byte[]> heard = new ArrayList<>();
                await(() -> {
                    asker.send(new byte[]{1, 2});
                    // So impatient a host has forgotten it as well: it enters itself again.
                    asker.poll(1, bytes -> {});
                    host.poll(1, heard::add);
                    return !heard.isEmpty() && !client.askers(10).contains(gone) && !problems.isEmpty();
                });
                assertThat(heard.get(0)).containsExactly(1, 2);
            }
        }
        assertThat(problems).singleElement().asString().contains("cannot be reached", "questions=");
    }

    @Test
    void shouldStayConnectedThoughAnotherHostHasRemovedTheEntry() {
        final AeronClient client = new AeronClient(context);
        try (client; ShipMessages asker = asker(); HostMessages host = HostMessages.open(context)) {
            final List<byte[]> heard = new ArrayList<>();
            await(() -> {
                asker.send(new byte[]{1});
                host.poll(TimeUnit.MILLISECONDS.toNanos(10), heard::add);
                return !heard.isEmpty();
            });
            client.archive().tryStopRecording(client.askers(1).get(0).subscriptionId());
            host.look();
            heard.clear();
            assertThat(asker.send(new byte[]{2})).isTrue();
            await(() -> {
                host.poll(TimeUnit.MILLISECONDS.toNanos(10), heard::add);
                return heard.stream().anyMatch(each -> each[0] == 2);
            });
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldTellItsCallerThatAMessageCouldNotBeHandled() {
        try (ShipMessages asker = asker(); HostMessages host = HostMessages.open(context)) {
            await(() -> {
                asker.send(new byte[]{1});
                try {
                    host.poll(TimeUnit.MILLISECONDS.toNanos(10), bytes -> {
                        throw new IllegalStateException("disk is full");
                    });
                    return false;
                } catch (final IllegalStateException e) {
                    return e.getMessage().equals("disk is full");
                }
            });
        }
    }

    @Test
    void shouldSayThatNobodyIsConnected() {
        try (HostMessages host = HostMessages.open(context)) {
            assertThat(host.send(new byte[1])).isFalse();
        }
        try (ShipMessages asker = asker()) {
            assertThat(asker.send(new byte[1])).isFalse();
        }
    }

    @Test
    void shouldPutLongMessagesTogetherAndSkipThoseThatAreTooLong() {
        final byte[] longest = new byte[ShipMessages.MAX_LENGTH];
        Arrays.fill(longest, (byte) 7);
        try (ShipMessages asker = asker(); HostMessages host = HostMessages.open(context)) {
            final List<byte[]> heard = new ArrayList<>();
            await(() -> {
                asker.send(longest);
                host.poll(TimeUnit.MILLISECONDS.toNanos(10), heard::add);
                return !heard.isEmpty();
            });
            assertThat(heard.get(0)).isEqualTo(longest);
            asker.send(new byte[ShipMessages.MAX_LENGTH + 1]);
            asker.send(new byte[0]);
            heard.clear();
            await(() -> {
                host.poll(TimeUnit.MILLISECONDS.toNanos(10), heard::add);
                return heard.stream().anyMatch(each -> each.length == 0);
            });
            assertThat(heard).allMatch(each -> each.length == 0 || each.length == longest.length);
            assertThatThrownBy(() -> asker.send(new byte[1024 * 1024])).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("too long: length=1048576");
        }
    }

    private void enter(final AeronClient client, final String answers, final String questions) {
        client.archive().startRecording(client.settings().askerChannel(answers, questions, entered++),
                client.settings().linkStream(), SourceLocation.REMOTE);
    }
}
