package io.ringside.internal.registry;

import io.ringside.internal.files.FileNames.CounterFileName;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ForeignFilesTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    @Test
    void shouldFindNoneOfOurs() throws IOException {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("traces"));
        final Participant participant = Participant.join(directory);
        final Registry registry = new Registry(participant);
        registry.change(TimeUnit.SECONDS.toNanos(10)).close();
        registry.sessionFolders().create(1);
        Files.createFile(directory.ledger(1, participant.incarnation()));
        Files.createFile(directory.ring(1, participant.incarnation(), 0));
        Files.createFile(directory.folded(1));
        Files.createFile(
                directory.counters().resolve(new CounterFileName(participant.incarnation(), 0, 12).toString()));
        Files.createDirectory(directory.requests(participant.incarnation()));
        final RequestFileName request = new RequestFileName(Incarnation.random(), 7, RequestFileName.Kind.REQUEST);
        Files.createFile(directory.requests(participant.incarnation()).resolve(request.toString()));
        Files.createFile(directory.requests(participant.incarnation()).resolve(request.answer().toString()));
        Files.createFile(directory.drainHolder(1));
        Files.createFile(directory.rows().resolve(new TemporaryFileName(Incarnation.random(), 3).toString()));
        assertThat(ForeignFiles.in(directory)).isEmpty();
        assertThat(ForeignFiles.otherLayouts(directory)).isEmpty();
        participant.close();
    }

    @Test
    void shouldFindWhatHasNoneOfOurNamesWhereverItIs() throws IOException {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("traces"));
        Files.createDirectory(directory.session(1));
        final Path requests = directory.requests(Incarnation.random());
        Files.createDirectory(requests);
        final List<Path> foreign = List.of(directory.path().resolve("notes"), directory.base().resolve("control.old"),
                directory.rows().resolve("x"), directory.providers().resolve("y.schema"),
                directory.processes().resolve(Incarnation.random() + ".ledger"),
                directory.counters().resolve("1.counters"), requests.resolve("1.request"),
                directory.sessions().resolve("w"),
                directory.session(1).resolve("core"));
        for (final Path path : foreign) {
            Files.createFile(path);
        }
        assertThat(ForeignFiles.in(directory)).containsExactlyElementsOf(foreign);
    }

    @Test
    void shouldTellLayoutsOfOtherReleasesFromForeignFolders() throws IOException {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("traces"));
        Files.createDirectory(directory.path().resolve("v2"));
        Files.createDirectory(directory.path().resolve("v0"));
        assertThat(ForeignFiles.otherLayouts(directory)).containsExactly("v2");
        assertThat(ForeignFiles.in(directory)).containsExactly(directory.path().resolve("v0"));
    }
}
