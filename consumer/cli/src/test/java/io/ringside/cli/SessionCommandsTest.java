package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.event.ProviderId;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** Commands one after the other, as a script would run them, in one JVM. */
class SessionCommandsTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldTellNameIdAndStateWhenASessionStarts() {
        assertThat(run("start", "Trading").out()).singleElement().asString()
                .matches("session Trading is running \\(id [1-9]\\d*\\)");
        final ProgramRun second = run("start", "other", "--lanes", "2", "--lane-size", "64k", "--max-bytes", "1m",
                "--overflow", "drop-newest", "--clock", "monotonic", "--description", "for me", "--format", "json");
        assertThat(second.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).singleElement().asString()
                .matches("\\{\"name\":\"other\",\"id\":[1-9]\\d*,\"state\":\"running\"}");
        assertThat(json("query", "other")).contains("\"lanes\":2,\"laneBytes\":65536,\"maxBytes\":1048576",
                "\"description\":\"for me\"", "\"clock\":\"monotonic\"", "\"overflow\":\"drop-newest\"");
    }

    @Test
    @DisplayName("R7.52 a session is started by a command, query shows what is in force, and stop ends it")
    void shouldShowWhatIsInForceUntilTheSessionIsStopped() {
        run("start", "other", "--lanes", "2", "--lane-size", "64k");
        run("enable", "other", "Orders", "--level", "3", "--any", "0x6");
        assertThat(json("query", "other")).contains("\"state\":\"running\"", "\"lanes\":2,\"laneBytes\":65536",
                "\"provider\":\"Orders\"", "\"level\":3,\"any\":\"0x6\"");
        assertThat(run("providers").out()).anyMatch(line -> line.contains("Orders"));
        assertThat(run("stop", "other").exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run("query", "other").err()).singleElement().asString().contains("no such session");
    }

    @Test
    @DisplayName("R4.1 names of sessions are one whatever their letter case")
    void shouldFailWhenTheNameIsInUse() {
        run("start", "Trading");
        final ProgramRun run = run("start", "tRADING");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().matches("ringside: session exists: name=Trading, id=\\d+.*");
        assertThat(run("sessions", "--format", "json").out()).hasSize(1);
    }

    @Test
    void shouldFailInOneLineWhenTheSessionIsUnknown() {
        run("start", "trading");
        for (final String[] command : List.of(new String[]{"query", "x"}, new String[]{"stop", "x"},
                new String[]{"tail", "x"}, new String[]{"enable", "x", "P"}, new String[]{"disable", "x", "P"})) {
            final ProgramRun run = run(command);
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).singleElement().asString().startsWith("ringside: no such session: name=x");
        }
    }

    @Test
    void shouldMakeNothingWhereThereIsNoTraceDirectory() throws IOException {
        final Path recording = Files.createDirectories(folder.resolve("recording"));
        Files.createFile(recording.resolve("metadata.cq4t"));
        for (final String command : List.of("sessions", "providers", "processes", "doctor", "stat", "query x",
                "stop x")) {
            final String[] words = command.split(" ", -1);
            assertThat(ProgramRun.of(folder.resolve("typo"), words).exitCode()).as(command).isEqualTo(ExitCode.FAILED);
            assertThat(ProgramRun.of(recording, words).exitCode()).as(command).isEqualTo(ExitCode.FAILED);
        }
        assertThat(ProgramRun.of(folder.resolve("typo"), "sessions").err()).singleElement().asString()
                .startsWith("ringside: no such trace directory: path=" + folder.resolve("typo"));
        assertThat(ProgramRun.of(recording, "start", "x").err()).singleElement().asString()
                .contains("used for something else").doesNotContain("chmod");
        assertThat(folder.resolve("typo")).doesNotExist();
        assertThat(recording).isDirectoryContaining("glob:**metadata.cq4t").isDirectoryNotContaining("glob:**v1");
    }

    @Test
    void shouldShowEveryKeyWhenASessionIsQueried() {
        run("start", "trading");
        run("enable", "trading", "Orders", "--level", "warning", "--any", "0x6", "--all", "2");
        final String uuid = UUID.nameUUIDFromBytes(new byte[0]).toString();
        assertThat(json("query", "Trading").replaceAll("\"uuid\":\"[0-9a-f-]{36}\"", "\"uuid\":\"" + uuid + "\"")
                .replaceFirst("\"id\":\\d+", "\"id\":1"))
                .isEqualTo("{\"name\":\"trading\",\"id\":1,\"state\":\"running\","
                        + "\"clock\":\"monotonic\",\"overflow\":\"drop-newest\",\"lanes\":64,\"laneBytes\":262144,"
                        + "\"maxBytes\":268435456,\"description\":\"\",\"uuid\":\"" + uuid
                        + "\",\"replay\":null,\"lanesInUse\":0,\"wanted\":0,"
                        + "\"delivered\":0,\"inRing\":0,"
                        + "\"inFlight\":0,\"overwritten\":0,\"lost\":0,"
                        + "\"lostByCause\":{\"full\":0,\"tooLarge\":0,\"noLane\":0,"
                        + "\"notAttached\":0,\"error\":0,\"corrupt\":0,\"abandoned\":0,\"discarded\":0},"
                        + "\"sampledOut\":0,\"overLimit\":0,\"settled\":true,"
                        + "\"final\":false,\"drain\":null,\"providers\":[{\"provider\":\"Orders\","
                        + "\"id\":\"" + ProviderId.fromName("Orders")
                        + "\",\"level\":3,\"any\":\"0x6\",\"all\":\"0x2\","
                        + "\"properties\":\"0x0\",\"filters\":[],\"misfits\":[]}]}");
        assertThat(run("query", "trading").out()).contains("enabled  Orders level 3, any 0x6, all 0x2");
    }

    @Test
    void shouldTellWhatIsInForceWhenAProviderIsEnabledAndDisabled() {
        run("start", "trading");
        assertThat(json("enable", "trading", "*Orders")).contains("\"provider\":\"Orders\"",
                "\"level\":255,\"any\":\"0x0\",\"all\":\"0x0\"", "\"acknowledged\":0,\"timedOut\":0");
        assertThat(json("providers")).contains("\"name\":\"Orders\"", "\"registrations\":0", "\"events\":[]",
                "\"keywords\":{}", "\"enabledBy\":[{\"session\":\"trading\",\"level\":255,");
        assertThat(json("disable", "trading", "Orders")).contains("\"provider\":\"Orders\"");
        assertThat(run("providers", "--format", "json").out()).isEmpty();
        final ProgramRun again = run("disable", "trading", "Orders");
        assertThat(again.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(again.err()).singleElement().asString().contains("session has not enabled the provider");
        assertThat(run("providers", "Orders").err()).containsExactly(
                "ringside: no such provider: provider=Orders: see ringside providers for a list");
    }

    @Test
    @DisplayName("R4.34 enabling again replaces what was said before")
    void shouldReplaceTheEnablementWhenItIsEnabledAgain() {
        run("start", "trading");
        run("enable", "trading", "Orders", "--level", "2", "--any", "0x6", "--all", "0x2");
        run("enable", "trading", "Orders", "--any", "0x1");
        assertThat(json("query", "trading"))
                .contains(
                        "\"level\":255,\"any\":\"0x1\",\"all\":\"0x0\","
                                + "\"properties\":\"0x0\",\"filters\":[],\"misfits\":[]}]");
    }

    @Test
    void shouldNotClaimThatNothingWasLostWhenALedgerCannotBeRead() throws IOException {
        run("start", "trading");
        final Path session;
        try (Stream<Path> files = Files.walk(folder)) {
            session = files.filter(file -> file.getFileName().toString().equals("sessions")).findFirst().orElseThrow();
        }
        final Path ledger;
        try (Stream<Path> sessions = Files.list(session)) {
            ledger = sessions.findFirst().orElseThrow().resolve("00000000000000070000000000000007.ledger");
        }
        Files.writeString(ledger, "no ledger");

        final ProgramRun stop = run("stop", "trading", "--format", "json");
        assertThat(stop.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(stop.out().get(0)).contains("\"state\":\"stopped\"", "\"final\":false");
        assertThat(stop.err()).last().asString().contains("not all of its numbers are known", ledger.toString());
        assertThat(run("sessions", "--format", "json").out()).isEmpty();
    }

    @Test
    void shouldAccountForEveryEventWhenLanesAreSmallAndNobodyDrains() {
        run("start", "trading", "--lane-size", "64k");
        run("enable", "trading", "Orders");
        final String emitted = json("emit", "--provider", "Orders", "--events", "5000", "--threads", "2");
        assertThat(number(emitted, "attempted")).isEqualTo(10_000);
        assertThat(number(emitted, "disabled")).isZero();
        assertThat(number(emitted, "wanted")).isEqualTo(10_000);
        assertThat(number(emitted, "written") + number(emitted, "lost")).isEqualTo(10_000);
        assertThat(number(emitted, "lost")).isPositive();
        final ProgramRun stop = run("stop", "trading", "--format", "json");
        assertThat(stop.exitCode()).isEqualTo(ExitCode.LOST);
        final String ledger = stop.out().get(0);
        assertThat(ledger).contains("\"state\":\"stopped\"", "\"final\":true", "\"advice\":[\"full: ");
        assertThat(number(ledger, "wanted")).isEqualTo(10_000);
        assertThat(number(ledger, "lost")).isEqualTo(10_000);
        assertThat(number(ledger, "full")).isEqualTo(number(emitted, "lost"));
        assertThat(number(ledger, "discarded")).isEqualTo(number(emitted, "written"));
        assertThat(run("sessions").out()).hasSize(1);
    }

    @Test
    void shouldWantHalfWhenOneKeywordIsEnabled() {
        run("start", "trading");
        run("enable", "trading", "Orders", "--any", "0x2");
        final String emitted = json("emit", "--provider", "Orders", "--events", "1001");
        assertThat(number(emitted, "attempted")).isEqualTo(1001);
        assertThat(number(emitted, "wanted")).isEqualTo(500);
        assertThat(number(emitted, "disabled")).isEqualTo(501);
        assertThat(number(emitted, "written")).isEqualTo(500);
        final List<String> taken = run("tail", "trading", "--format", "json").out();
        assertThat(taken).hasSize(500).allMatch(line -> line.contains("\"keyword\":\"0x2\""));
        assertThat(number(taken.get(499), "sequence")).isEqualTo(999);
        assertThat(run("stop", "trading").exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldTakeNoMoreThanItShowsWhenATailHasALimit() {
        run("start", "trading");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "100", "--payload", "8");
        assertThat(run("tail", "trading", "--limit", "0").out()).isEmpty();
        final List<String> first = run("tail", "trading", "--limit", "7", "--format", "json").out();
        assertThat(first).hasSize(7);
        assertThat(first.get(6)).contains("\"fields\":{\"sequence\":6}");
        assertThat(number(json("query", "trading"), "inRing")).isEqualTo(93);
        assertThat(run("tail", "trading", "--idle", "yield", "--unmerged").out()).hasSize(93)
                .allMatch(line -> line.contains(" Orders numbered  INFORMATION  sequence="));
        assertThat(number(json("query", "trading"), "delivered")).isEqualTo(100);
    }

    @Test
    void shouldShowTheLossWhereItBelongsWhenALaneWasFull() {
        run("start", "trading", "--lane-size", "64k");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "5000");
        final List<String> lines = run("tail", "trading", "--format", "json").out();
        final String gap = lines.get(lines.size() - 1);
        assertThat(number(gap, "lost")).isEqualTo(5000 - (lines.size() - 1));
        assertThat(gap).contains("\"cause\":\"full\",\"from\":");
        assertThat(number(gap, "from")).isLessThanOrEqualTo(number(gap, "to"))
                .isGreaterThanOrEqualTo(number(lines.get(lines.size() - 2), "time"));
        assertThat(lines.subList(0, lines.size() - 1)).noneMatch(line -> line.contains("\"lost\""));
    }

    @Test
    void shouldEndTheSessionWhenItIsHeldAndInterrupted() {
        final Interruption interruption = new Interruption();
        interruption.request();
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), interruption, "start", "held", "--hold",
                "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.out()).hasSize(2);
        assertThat(run.out().get(1)).contains("\"state\":\"stopped\"");
        assertThat(run("sessions", "--format", "json").out()).isEmpty();
    }

    @Test
    void shouldTellAtOnceWhenNobodyWantsTheProviderInTime() {
        final ProgramRun run = run("emit", "--provider", "Orders", "--wait-enabled", "1ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .containsExactly("ringside: no session has enabled the provider: provider=Orders, waitedMs=1:"
                        + " enable it, or wait longer");
    }

    @Test
    void shouldStopEmittingWhenItIsInterrupted() {
        final Interruption interruption = new Interruption();
        interruption.request();
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), interruption, "emit", "--provider", "Orders",
                "--rate", "1", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(number(run.out().get(0), "attempted")).isZero();
    }

    @Test
    void shouldLeaveNoFilesOfItsOwnWhenCommandsHaveEnded() throws IOException {
        run("start", "trading");
        run("query", "trading");
        run("stop", "trading");
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile).map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("control", "control.lock");
        }
    }

    @Test
    void shouldNameTheSessionAndTheProviderThatWereProbablyMeant() {
        run("start", "trading");
        run("enable", "trading", "Acme.Trading");
        run("emit", "--provider", "Acme.Trading", "--events", "1");
        assertThat(run("query", "tradign").err()).singleElement().asString()
                .startsWith("ringside: no such session: name=tradign").endsWith(": did you mean trading?");
        assertThat(run("enable", "trading", "Acme.Tradin").out()).singleElement().asString()
                .contains("no process has registered it yet, did you mean Acme.Trading?: 0 processes acknowledged");
        assertThat(run("enable", "trading", "Other").out()).singleElement().asString()
                .contains("no process has registered it yet: 0 processes");
        assertThat(run("providers", "Acme.Tradng").err()).singleElement().asString()
                .contains("did you mean Acme.Trading? See ringside providers");
    }

    @Test
    void shouldNameTheOptionWhenASettingIsOutOfRange() {
        run("start", "trading");
        assertThat(run("update", "trading", "--max-bytes", "1k").err()).singleElement().asString()
                .contains("--max-bytes=1024: expected at least 65536").doesNotContain("maxBytes");
    }

    @Test
    void shouldSayThatThereIsNoSuchFolderWhenAPathWasTyped() {
        run("start", "trading");
        assertThat(run("tail", "./nosuch").err()).singleElement().asString()
                .startsWith("ringside: no such folder or session: path=./nosuch");
    }

    @Test
    void shouldNotCallAFileSystemFullThatNeverHasRoom() {
        run("start", "trading");
        assertThat(run("record", "trading", "--to", "/proc/recording").err()).singleElement().asString()
                .startsWith("ringside: file system does not allow new files: path=/proc/recording, type=proc");
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }

    private String json(final String... args) {
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"),
                Stream.concat(Stream.of("--format", "json"), Stream.of(args)).toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(1);
        return run.out().get(0);
    }
}
