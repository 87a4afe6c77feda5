package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Three users of one machine, none of them root: two of a group, and one who is not in it. */
@Timeout(300)
@Tag("process")
@Tag("proof")
class SharedDirectorySystemTest {
    private static final int GROUP = 61_301;
    private static final int OTHER_GROUP = 61_302;
    /** It registers twice, asks, writes in every way, claims, and says what came of it. */
    private static final String TRADING_APPLICATION = "io.ringside.provider.TradingApplication";
    private static final int MODE_MASK = 07777;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    private Path trace;
    private OtherUser anna;
    private OtherUser boris;
    private OtherUser outsider;

    @BeforeEach
    void users() throws IOException {
        final String classPath = OtherUser.require(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        final Path place = Files.createDirectory(folder.resolve("place"));
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
        trace = place.resolve("trace");
        anna = new OtherUser(classPath, 61_201, GROUP, "022");
        boris = new OtherUser(classPath, 61_202, GROUP, "077");
        outsider = new OtherUser(classPath, 61_203, OTHER_GROUP, "000");
    }

    @Test
    @DisplayName("R4.60 members of the group register, write, control and read what the others have made")
    void shouldLetMembersDoEverything() throws IOException, InterruptedException {
        done(anna, "start", "trading", "--group", Integer.toString(GROUP));
        done(boris, "enable", "trading", "Orders", "--level", "4");
        final ProgramRun emitted = done(anna, "emit", "--provider", "Orders", "--events", "100", "--format", "json");
        assertThat(number(emitted.out().get(0), "written")).isEqualTo(100);
        assertThat(done(boris, "tail", "trading", "--format", "json").out()).hasSize(100);

        final Process writer = boris.start(trace, "emit", "--provider", "Orders", "--events", "100000", "--rate",
                "1000");
        try {
            await().atMost(PATIENCE).until(() -> number(
                    done(anna, "query", "trading", "--format", "json").out().get(0), "inRing") > 10);
            assertThat(done(anna, "tail", "trading", "--limit", "10", "--format", "json").out()).hasSize(10);
            assertThat(done(anna, "providers", "Orders", "--format", "json").out().get(0))
                    .contains("\"pid\":" + writer.pid());
            done(anna, "update", "trading", "--description", "of us");
            assertThat(done(anna, "disable", "trading", "Orders", "--timeout", "20s", "--format", "json").out().get(0))
                    .contains("\"acknowledged\":1,\"timedOut\":0");
            expectModes();
        } finally {
            writer.destroyForcibly().waitFor();
        }
        assertThat(boris.run(trace, "stop", "trading").exitCode()).isEqualTo(ExitCode.LOST);
        done(anna, "doctor", "--fix");
        expectModes();
        assertThat(files().keySet()).noneMatch(path -> path.startsWith("v1/sessions/") || path.startsWith("v1/rows/"));
    }

    @Test
    @DisplayName("R4.60 a member reads, continues and ends what another one records; nobody else reads it")
    void shouldLetMembersReadRecordings() throws IOException, InterruptedException {
        final String recording = folder.resolve("place/recording").toString();
        done(anna, "start", "trading", "--group", Integer.toString(GROUP));
        done(anna, "enable", "trading", "Orders", "--level", "4");
        final Process recorder = anna.start(trace, "record", "trading", "--to", recording);
        try {
            done(anna, "emit", "--provider", "Orders", "--events", "100", "--wait-enabled", "10s");
            await().atMost(PATIENCE).until(() -> number(
                    done(boris, "query", "trading", "--format", "json").out().get(0), "delivered") == 100);
            assertThat(boris.run(trace, "tail", recording).out()).hasSize(100);
            final Path own = folder.resolve("place/own");
            assertThat(outsider.run(own, "start", "mine").exitCode()).isEqualTo(ExitCode.DONE);
            expectRefused(outsider.run(own, "tail", recording),
                    "folder cannot be read: path=" + recording, "tail");
        } finally {
            recorder.destroyForcibly().waitFor();
        }
        done(boris, "emit", "--provider", "Orders", "--events", "10");
        final Process next = boris.start(trace, "record", "trading", "--to", recording);
        try {
            await().atMost(PATIENCE).until(() -> number(
                    done(anna, "query", "trading", "--format", "json").out().get(0), "delivered") == 110);
            done(anna, "stop", "trading");
        } finally {
            next.destroyForcibly().waitFor();
        }
        assertThat(done(anna, "tail", recording).out()).hasSize(110);
        assertThat(mode(Path.of(recording))).isEqualTo(02770);
    }

    @Test
    @DisplayName("R4.60 a session of a file that one member wrote starts with the command of another")
    void shouldStartByItselfForTheWholeGroup() throws IOException, InterruptedException {
        done(anna, "start", "trading", "--group", Integer.toString(GROUP));
        anna.command("sh", "-c", "echo provider.orders=Orders > " + trace.resolve("autostart/night.session"));
        final ProgramRun emitted = done(boris, "emit", "--provider", "Orders", "--events", "10", "--format", "json");
        assertThat(number(emitted.out().get(0), "written")).isEqualTo(10);
        done(anna, "doctor");
        assertThat(done(anna, "tail", "night", "--format", "json").out()).hasSize(10);
    }

    @Test
    @DisplayName("R4.60 who is not in the group gets one line and exit code 1, and leaves nothing behind")
    void shouldRefuseWhoIsNotInTheGroup() throws IOException {
        done(anna, "start", "trading", "--group", Integer.toString(GROUP));
        final SortedMap<String, String> before = files();

        for (final String[] command : new String[][]{{"sessions"}, {"start", "mine"}, {"start", "mine", "--group",
            Integer.toString(GROUP)}, {"enable", "trading", "Orders"}, {"stop", "trading"}, {"tail", "trading"},
            {"query", "trading"}, {"emit", "--provider", "Orders", "--events", "10"},
            {"record", "trading", "--to", folder.resolve("place/recording").toString()}}) {
            expectRefused(outsider.run(trace, command), "for a group that this user is not in", command);
        }
        assertThat(files()).isEqualTo(before);
        assertThat(number(done(anna, "query", "trading", "--format", "json").out().get(0), "wanted")).isZero();
    }

    @Test
    @DisplayName("R4.60 an application of somebody who is not in the group registers and writes unharmed: its "
            + "registrations are inert, its writes succeed and are recorded nowhere")
    void shouldLetTheApplicationOfAnOutsiderRunOn() throws IOException, InterruptedException {
        done(anna, "start", "trading", "--group", Integer.toString(GROUP), "--lane-size", "4m");
        done(anna, "enable", "trading", "Test.Trading");
        final SortedMap<String, String> before = files();

        final String outside = outsider.application(TRADING_APPLICATION, trace.toString());

        assertThat(outside)
                .contains("UNAVAILABLE UNAVAILABLE wanted=0 ok=true", "that this user is not in", "traded on")
                .doesNotContain("Exception");
        assertThat(files()).as("nothing is left of it").isEqualTo(before);
        assertThat(number(done(anna, "query", "trading", "--format", "json").out().get(0), "wanted")).isZero();

        final String inside = boris.application(TRADING_APPLICATION, trace.toString());
        assertThat(inside).contains("ACTIVE ACTIVE wanted=").doesNotContain("wanted=0 ");
        assertThat(number(done(anna, "query", "trading", "--format", "json").out().get(0), "wanted")).isPositive();
    }

    @Test
    @DisplayName("R4.60 without a group a directory is its maker's alone, and a group must be one's own")
    void shouldKeepADirectoryWithoutAGroupPrivate() throws IOException {
        done(anna, "start", "trading");
        assertThat(mode(trace)).isEqualTo(0700);
        for (final OtherUser other : List.of(boris, outsider)) {
            expectRefused(other.run(trace, "sessions"), "trace", "sessions");
            expectRefused(other.run(trace, "start", "mine"), "trace", "start");
        }
        expectRefused(anna.run(trace, "start", "more", "--group", Integer.toString(GROUP)),
                "trace directory is not for this group", "start --group");
        expectRefused(anna.run(folder.resolve("place/new"), "start", "more", "--group", Integer.toString(OTHER_GROUP)),
                "cannot be given to the group", "start --group");
        expectRefused(anna.run(folder.resolve("place/new"), "start", "more", "--group", "no-such-group"),
                "no such group: group=no-such-group", "start --group");
        try (Stream<Path> names = Files.list(folder.resolve("place"))) {
            assertThat(names).containsExactly(trace);
        }
    }

    @Test
    @DisplayName("R4.60 links, pipes and files of others in the directory are refused, and nothing waits for them")
    void shouldRefuseWhatWasPlanted() throws IOException, InterruptedException {
        done(anna, "start", "trading", "--group", Integer.toString(GROUP));
        done(anna, "enable", "trading", "Orders");
        final Path rows = trace.resolve("v1/rows");
        final Path secret = Files.writeString(folder.resolve("place/secret"), "id=11\nname=secret\n");
        boris.command("ln", "-s", secret.toString(), rows.resolve("000000000000000b.session").toString());
        boris.command("mkfifo", rows.resolve("000000000000000c.session").toString());
        boris.command("mkfifo", trace.resolve("v1/processes/00000000000000070000000000000007.page").toString());
        boris.command("mkfifo", trace.resolve("autostart/pipe.session").toString());
        final Path foreign = rows.resolve("000000000000000d.session");
        Files.writeString(foreign, "id=13\n");
        Files.setAttribute(foreign, "unix:gid", OTHER_GROUP, LinkOption.NOFOLLOW_LINKS);

        assertThat(done(anna, "query", "trading", "--format", "json").out()).hasSize(1);
        assertThat(done(anna, "emit", "--provider", "Orders", "--events", "10", "--format", "json").out().get(0))
                .contains("\"written\":10");
        final ProgramRun start = anna.run(trace, "start", "more");
        expectRefused(start, "rows of sessions cannot be read", "start");
        assertThat(start.err().get(start.err().size() - 1)).contains("000000000000000b", "000000000000000c",
                "000000000000000d", "belongs to another user or group").doesNotContain("secret\n");
        assertThat(anna.run(trace, "doctor").exitCode()).isEqualTo(ExitCode.FAILED);

        plantAsControlLock("ln", "-s", secret.toString());
        plantAsControlLock("mkfifo");
        assertThat(secret).hasContent("id=11\nname=secret\n");
    }

    private void plantAsControlLock(final String... command) throws IOException, InterruptedException {
        final Path lock = trace.resolve("v1/control.lock");
        boris.command("rm", lock.toString());
        boris.command(Stream.concat(Stream.of(command), Stream.of(lock.toString())).toArray(String[]::new));
        expectRefused(anna.run(trace, "enable", "trading", "Orders"), "not a regular file where a lock file should be",
                "enable");
        boris.command("rm", lock.toString());
        done(anna, "enable", "trading", "Orders");
    }

    private ProgramRun done(final OtherUser user, final String... args) {
        final ProgramRun run = user.run(trace, args);
        assertThat(run.exitCode()).as("%s: %s", String.join(" ", args), run.err()).isEqualTo(ExitCode.DONE);
        return run;
    }

    private static void expectRefused(final ProgramRun run, final String message, final String... command) {
        assertThat(run.exitCode()).as("%s: %s", String.join(" ", command), run.err()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).filteredOn(line -> !line.contains("does not start by itself")).singleElement()
                .asString().startsWith("ringside: ").contains(message);
    }

    private void expectModes() throws IOException {
        final List<Path> paths;
        try (Stream<Path> walk = Files.walk(trace)) {
            paths = walk.toList();
        }
        assertThat(paths).isNotEmpty().allSatisfy(path -> {
            assertThat(mode(path)).as("%s", path)
                    .isEqualTo(Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? 02770 : 0660);
            assertThat(Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS)).as("%s", path)
                    .isEqualTo(GROUP);
        });
    }

    /** Every path below the directory with its mode and length. */
    private SortedMap<String, String> files() throws IOException {
        final SortedMap<String, String> files = new TreeMap<>();
        final List<Path> paths;
        try (Stream<Path> walk = Files.walk(trace)) {
            paths = walk.toList();
        }
        for (final Path path : paths) {
            files.put(trace.relativize(path).toString(), Integer.toOctalString(mode(path)) + " " + Files.size(path));
        }
        return files;
    }

    private static int mode(final Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & MODE_MASK;
    }
}
