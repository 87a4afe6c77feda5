package io.ringside.etw.classic;

import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.etw.sample.ClassicSample;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.EventView;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The session that is written to without registering. */
@Timeout(60)
class GlobalLoggerTest {
    private ClassicFixture fixture;
    private Path root;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        root = path;
        fixture = new ClassicFixture(path);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R4.54 a session that starts by itself is found by its name and written to, without a registration")
    void shouldWriteToASessionThatStartsByItself() throws IOException {
        Files.writeString(fixture.directory.autostart().resolve("GlobalLogger.session"), "lanes=2\n");
        try (Ringside ringside = connect(); GlobalLogger logger = GlobalLogger.open(ringside)) {
            final ClassicSession session = logger.session();
            assertThat(session.name()).isEqualTo(GlobalLogger.NAME);
            assertThat(session.settings()).isEqualTo(new ClassicSettings(ClassicStatus.OK, 0, 0));
            assertThat(session.write(ClassicFixture.event("one"))).isEqualTo(ClassicStatus.OK);

            final List<String> taken = fixture.take(GlobalLogger.NAME,
                    view -> view.providerId() + " " + ClassicFixture.text(view));
            assertThat(taken).containsExactly(ClassicFixture.CLASS_ID + " one");
        }
    }

    @Test
    @DisplayName("R4.54 it enables and calls back nobody, and nobody has to have enabled anything")
    void shouldEnableNobody() {
        fixture.start(GlobalLogger.NAME);
        final Requests requests = new Requests(0);
        registerWith(requests);

        try (GlobalLogger logger = GlobalLogger.open(fixture.ringside)) {
            assertThat(logger.session().write(ClassicFixture.event("x"))).isEqualTo(ClassicStatus.OK);
        }

        assertThat(requests.told()).isEmpty();
        assertThat(fixture.controller.query(GlobalLogger.NAME).enablements()).isEmpty();
        assertThat(fixture.takeTexts(GlobalLogger.NAME)).containsExactly("x");
    }

    @Test
    @DisplayName("R4.54 without such a session there is no handle; one that was closed, or whose session has ended, is"
            + " refused")
    void shouldRefuseWithoutASession() {
        try (GlobalLogger none = GlobalLogger.open(fixture.ringside)) {
            assertThat(none.session()).isSameAs(ClassicSession.INVALID);
        }
        fixture.start("other");
        final GlobalLogger closed = GlobalLogger.open(fixture.ringside, "OTHER");
        final GlobalLogger open = GlobalLogger.open(fixture.ringside, "other", ClassicSample.CATEGORY);
        closed.close();
        assertThat(closed.session().write(ClassicFixture.event("x"))).isEqualTo(ClassicStatus.INVALID_HANDLE);
        assertThat(open.session().write(ClassicFixture.event("y"))).isEqualTo(ClassicStatus.OK);
        assertThat(fixture.take("other", EventView::payloadLength)).containsExactly(1);

        fixture.stop("other");
        assertThat(open.session().write(ClassicFixture.event("z"))).isEqualTo(ClassicStatus.INVALID_HANDLE);
        assertThat(open.session().settings().status()).isEqualTo(ClassicStatus.INVALID_HANDLE);
        open.close();
    }

    @Test
    @DisplayName("R4.54 R4.24 a private session of another process is not to be had, one of this process is")
    void shouldNotTakeAPrivateSessionOfAnotherProcess() {
        fixture.controller.start(SessionSettings.builder("theirs").privateTo(new UUID(1, 2)).build());
        registerWith(new Requests(0));
        fixture.controller.startPrivate(SessionSettings.builder("own").lanes(2).build(),
                EnableRequest.of(ClassicFixture.CONTROL_ID, Enablement.of(1, 0, 0)), Controller.thisProcess());

        try (GlobalLogger theirs = GlobalLogger.open(fixture.ringside, "theirs");
                GlobalLogger own = GlobalLogger.open(fixture.ringside, "own")) {
            assertThat(theirs.session()).isSameAs(ClassicSession.INVALID);
            assertThat(theirs.session().write(ClassicFixture.event("x"))).isEqualTo(ClassicStatus.INVALID_HANDLE);
            assertThat(own.session().write(ClassicFixture.event("y"))).isEqualTo(ClassicStatus.OK);
        }

        assertThat(fixture.controller.query("theirs").ledger().totals().wanted()).isZero();
        assertThat(fixture.controller.query("own").ledger().totals().wanted()).isEqualTo(1);
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(root.resolve("trace"))
                .registerTimeoutNs(ClassicFixture.TIMEOUT_NS));
    }

    private void registerWith(final Requests requests) {
        assertThat(ClassicRegistration.register(fixture.ringside,
                ClassicProvider.of("Test-Classic", ClassicFixture.CONTROL_ID), requests, null).status()).isZero();
    }
}
