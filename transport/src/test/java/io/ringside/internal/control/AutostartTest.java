package io.ringside.internal.control;

import io.ringside.event.EventDescriptor;
import io.ringside.event.ProviderId;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessPage;
import io.ringside.internal.registry.Registration;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** Which sessions start by themselves, and what becomes of the files that describe them. */
@Timeout(60)
class AutostartTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final UUID SOURCE = UUID.fromString("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716");
    private static final ProviderSchema ORDERS = ProviderSchema.builder("Orders")
            .event("submitted", EventDescriptor.of(1, 4, 0x2), List.of())
            .event("looked", EventDescriptor.of(2, 5, 0x2), List.of())
            .build();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private TraceDirectory directory;
    private Participant participant;
    private Registry registry;

    @BeforeEach
    void open() {
        directory = TraceDirectory.open(root.resolve("traces"));
        participant = Participant.join(directory);
        registry = new Registry(participant);
    }

    @AfterEach
    void close() {
        participant.close();
    }

    @Test
    @DisplayName("R4.53 the first who opens the directory starts the session with its settings and providers")
    void shouldStartWhatIsDescribed() throws IOException {
        describe("night", "lanes=3\ndescription=all orders\nuuid=" + SOURCE + "\nprovider.orders=Orders\n"
                + "provider.orders.level=4\nprovider.orders.any=0x6\nprovider.orders.all=0x2\n"
                + "provider.orders.properties=0x10\nprovider.orders.sourceId=" + SOURCE + "\n"
                + "provider.risk=" + SOURCE + "\nprovider.off=Off\nprovider.off.enabled=false\n");

        assertThat(run("boot 1")).isEmpty();

        final SessionRow session = onlySession();
        assertThat(session.settings()).isEqualTo(SessionSettings.builder("night").lanes(3).description("all orders")
                .uuid(SOURCE).build());
        assertThat(session.start()).isEqualTo(new ClockPair(7, 8));
        assertThat(registry.rows().snapshot().enablements())
                .extracting(EnablementRow::providerId, EnablementRow::providerName, EnablementRow::enablement,
                        EnablementRow::sourceId)
                .containsExactlyInAnyOrder(
                        tuple(ProviderId.fromName("Orders"), "Orders",
                                Enablement.of(4, 0x6, 0x2, EnableProperty.IGNORE_KEYWORD_ZERO), SOURCE),
                        tuple(SOURCE, null, Enablement.of(255, 0, 0),
                                null));
        assertThat(status("night")).contains("status=0", "name=night, id=" + session.id());
    }

    @Test
    @DisplayName("R4.53, R4.40 filters of a file are those of its enablement")
    void shouldTakeFilters() throws IOException {
        describe("night", """
                provider.a=A
                provider.a.eventIds=1, 3
                provider.a.events=submitted
                provider.a.pids=7
                provider.a.executables=Main
                provider.a.payload1=price > 10
                provider.a.payload2=all *: size % 2
                """);

        assertThat(run("boot 1")).isEmpty();

        assertThat(registry.rows().snapshot().enablements()).singleElement()
                .extracting(row -> row.enablement().filters())
                .isEqualTo(EnablementFilters.builder().eventIds(EventIdFilter.in(1, 3))
                        .eventNames(EventNameFilter.in(List.of("submitted"))).pids(List.of(7L))
                        .executables(List.of("Main")).payload("price > 10").payload("all *: size % 2").build());
    }

    @Test
    @DisplayName("R4.53 a provider that comes later is enabled from its first event")
    void shouldEnableProvidersThatComeLater() throws IOException {
        describe("night", "provider.orders=Orders\nprovider.orders.level=4");
        run("boot 1");

        try (ProcessPage page = ProcessPage.create(directory, participant.files(),
                ProcessIdentity.ofThisProcess(participant.incarnation()))) {
            final Registration registration = registry.register(page, ORDERS, TIMEOUT_NS);
            assertThat(registration.file().words().eventWordVolatile(0)).isEqualTo(1);
            assertThat(registration.file().words().eventWordVolatile(1)).isZero();
            registration.file().close();
        }
    }

    @Test
    @DisplayName("R4.53 after the host was started anew the session is started again, before that it is not")
    void shouldStartOnceInEachRunOfTheHost() throws IOException {
        describe("night", "lanes=3");
        run("boot 1");
        final SessionRow first = onlySession();
        run("boot 1");
        assertThat(onlySession()).isEqualTo(first);

        remove(first);
        run("boot 1");
        assertThat(registry.rows().snapshot().sessions()).as("who stops it wants it stopped").isEmpty();

        run("boot 2");
        assertThat(onlySession().id()).isGreaterThan(first.id());
    }

    @Test
    @DisplayName("R4.53 a session that runs when the host comes up is left as it is")
    void shouldLeaveASessionThatRuns() throws IOException {
        describe("night", "lanes=3");
        run("boot 1");
        final SessionRow first = onlySession();

        assertThat(run("boot 2")).isEmpty();

        assertThat(onlySession()).isEqualTo(first);
        assertThat(status("night")).contains("status=0", "runs already", "boot=boot 2");
    }

    @ParameterizedTest
    @DisplayName("R4.53 a bad file has a status other than 0 that says why, and others start")
    @ValueSource(strings = {"lanes=0", "lane=3", "provider.a.level=4", "provider.a=A\nprovider.a.level=256",
        "provider.a=A\nprovider.a.any=orders", "provider.a=A\nprovider.a.colour=red", "name=", "start=perhaps",
        "provider.a=A\nprovider.a.properties=0x1", "provider.a=A\nprovider.a.properties=0x100000000",
        "provider.a=A\nprovider.b=A", "uuid=7", "x=\\u12", "provider.a=00000000-0000-0000-0000-000000000000",
        "provider.a=A\nprovider.a.payload=price >",
        "provider.a=A\nprovider.a.eventIds=1\nprovider.a.notEventIds=2", "provider.a=A\nprovider.a.pids=x",
        "provider.a=Orders*"})
    void shouldStartOthersWhenOneIsBad(final String contents) throws IOException {
        describe("a-bad", contents);
        describe("b-good", "lanes=3");

        assertThat(run("boot 1")).singleElement().asString().contains("a-bad.session");

        assertThat(onlySession().name()).isEqualTo("b-good");
        assertThat(registry.rows().snapshot().enablements()).isEmpty();
        assertThat(status("a-bad")).contains("status=1", "detail=INVALID_ARGUMENT: ");
        assertThat(status("b-good")).contains("status=0");
        assertThat(new Autostart(registry).statuses()).extracting(AutostartStatus::name, AutostartStatus::started)
                .containsExactly(tuple("a-bad", false),
                        tuple("b-good", true));
    }

    @Test
    @DisplayName("R4.53 a bad file is looked at again when it has changed, and not before")
    void shouldTryAgainWhenTheFileWasMended() throws IOException {
        describe("night", "lanes=0");
        assertThat(run("boot 1")).hasSize(1);
        assertThat(run("boot 1")).as("told once").isEmpty();

        describe("night", "lanes=1");
        assertThat(run("boot 1")).isEmpty();
        assertThat(onlySession().settings().lanes()).isEqualTo(1);
    }

    @Test
    @DisplayName("R4.53 of many who open the directory at the same time one starts the session")
    void shouldStartOnceWhenManyOpenAtTheSameTime() throws Exception {
        describe("night", "provider.a=A");
        final long before = takeSessionId();
        final ExecutorService openers = Executors.newFixedThreadPool(8);
        try {
            final List<Future<List<String>>> runs = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                runs.add(openers.submit(() -> run("boot 1")));
            }
            for (final Future<List<String>> done : runs) {
                assertThat(done.get(30, TimeUnit.SECONDS)).isEmpty();
            }
        } finally {
            openers.shutdownNow();
        }
        assertThat(onlySession().id()).isEqualTo(before + 1);
        assertThat(takeSessionId()).isEqualTo(before + 2);
        assertThat(status("night")).contains("session was started");
    }

    @Test
    @DisplayName("R4.53 what was enabled for a session that did not come to stand is removed")
    void shouldRemoveEnablementsWithoutASession() {
        final EnablementRow left = new EnablementRow(17, ORDERS.id(), "Orders", 1, Enablement.of(4, 0, 0), SOURCE);
        try (ControlChange change = registry.change(TIMEOUT_NS); StagedRow row = registry.rows().stage(left)) {
            change.begin(null);
            row.publish();
            assertThat(registry.rows().snapshot().enablements()).hasSize(1);
        }
        assertThat(registry.rows().snapshot().enablements()).isEmpty();
    }

    @Test
    void shouldTellOfTheLimitAndItsHoldersWhenThereAreTooMany() throws IOException {
        for (int i = 10; i < 75; i++) {
            describe("s" + i, "");
        }

        assertThat(run("boot 1")).singleElement().asString().contains("s74.session", "LIMIT", "slots=64");
        assertThat(registry.rows().snapshot().sessions()).hasSize(64);
    }

    @Test
    @DisplayName("R4.60 links and pipes in the folder are refused, and nothing waits for them")
    void shouldRefuseWhatIsNoFile() throws IOException, InterruptedException {
        Files.writeString(root.resolve("elsewhere"), "lanes=3");
        Files.createSymbolicLink(directory.autostart().resolve("link.session"), root.resolve("elsewhere"));
        assertThat(new ProcessBuilder("mkfifo", directory.autostart().resolve("pipe.session").toString()).start()
                .waitFor()).isZero();
        Files.createDirectory(directory.autostart().resolve("folder.session"));
        Files.writeString(directory.autostart().resolve("notes.txt"), "not ours");
        describe("good", "");

        assertThat(run("boot 1")).hasSize(3).allMatch(line -> line.contains("not a regular file"));
        assertThat(onlySession().name()).isEqualTo("good");
        assertThat(run("boot 1")).isEmpty();
    }

    @Test
    void shouldNotStartWhatIsSwitchedOff() throws IOException {
        describe("night", "start=false");

        assertThat(run("boot 1")).isEmpty();
        assertThat(registry.rows().snapshot().sessions()).isEmpty();
        assertThat(status("night")).contains("status=0", "not to be started");
    }

    @Test
    void shouldLeaveNothingBehindWhenTheStatusCannotBeWritten() throws IOException {
        describe("night", "");
        Files.createDirectories(directory.autostart().resolve("night.status/full"));

        assertThat(run("boot 1")).singleElement().asString().contains("night.session");
        final SessionRow session = onlySession();
        assertThat(run("boot 1")).as("nobody knows that it was started").hasSize(1);
        assertThat(onlySession()).isEqualTo(session);
        try (var names = Files.list(directory.autostart())) {
            assertThat(names).hasSize(2);
        }
    }

    private List<String> run(final String bootId) {
        return new Autostart(registry, () -> bootId, () -> new ClockPair(7, 8)).run(TIMEOUT_NS);
    }

    private void describe(final String name, final String contents) throws IOException {
        Files.writeString(directory.autostart().resolve(name + ".session"), contents);
    }

    private String status(final String name) throws IOException {
        return Files.readString(directory.autostart().resolve(name + ".status"));
    }

    private long takeSessionId() {
        try (ControlChange change = registry.change(TIMEOUT_NS)) {
            return change.takeSessionId();
        }
    }

    private SessionRow onlySession() {
        final List<SessionRow> sessions = registry.rows().snapshot().sessions();
        assertThat(sessions).hasSize(1);
        return sessions.get(0);
    }

    private void remove(final SessionRow session) {
        try (ControlChange change = registry.change(TIMEOUT_NS)) {
            change.begin(null);
            registry.sessionFolders().remove(session.id());
            registry.rows().removeSession(session.id());
            change.complete();
        }
    }
}
