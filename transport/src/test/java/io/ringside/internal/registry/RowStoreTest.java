package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.RateFilter;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class RowStoreTest {
    private static final UUID PROVIDER = new UUID(3, 4);
    private static final UUID SOURCE = new UUID(5, 6);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private RowFolder folder;
    private TraceDirectory directory;
    private RowStore rows;

    @BeforeEach
    void open() throws IOException {
        folder = new RowFolder(root);
        directory = folder.directory;
        rows = folder.rows;
        Files.createDirectory(directory.session(7));
    }

    @Test
    void shouldReadARowAgainAsItStands() throws IOException {
        final SessionRowReader reader = new SessionRowReader(rows, 7);
        assertThat(reader.read()).isEmpty();
        final SessionRow running = new SessionRow(7, 63, SessionInfo.State.RUNNING, 1,
                SessionSettings.builder("again").build(), new ClockPair(5, 6), RowFolder.SELF);
        folder.write(running);
        assertThat(reader.read()).contains(running);
        assertThat(reader.read().orElseThrow()).as("unchanged").isSameAs(reader.read().orElseThrow());

        final SessionRow stopping = new SessionRow(7, 63, SessionInfo.State.STOPPING, 2,
                SessionSettings.builder("again").build(), new ClockPair(5, 6), RowFolder.SELF);
        folder.write(stopping);
        assertThat(reader.read()).contains(stopping);

        Files.write(directory.sessionRow(7), new byte[10]);
        for (int look = 0; look < 2; look++) {
            assertThatThrownBy(reader::read).isInstanceOf(RingsideException.class);
        }
        folder.write(stopping);
        assertThat(reader.read()).contains(stopping);
        Files.delete(directory.sessionRow(7));
        assertThat(reader.read()).isEmpty();
    }

    @Test
    void shouldReadSessionAsItWasWritten() {
        final SessionSettings settings = SessionSettings.builder("Ümlaut = \\ # ! \u2028 name").lanes(7)
                .laneBytes(1 << 20)
                .maxBytes(1 << 30).overflow(SessionSettings.Overflow.BLOCK).clock(SessionSettings.ClockKind.TSC)
                .description("key=value #1").build();
        final SessionRow row = new SessionRow(7, 63, SessionInfo.State.STOPPING, Long.MAX_VALUE, settings,
                new ClockPair(Long.MAX_VALUE, Long.MIN_VALUE), RowFolder.SELF);

        folder.write(row);

        assertThat(rows.session(7)).contains(row);
        assertThat(rows.snapshot().sessions()).containsExactly(row);
        assertThat(rows.snapshot().problems()).isEmpty();
    }

    @Test
    void shouldReadEnablementAsItWasWritten() {
        final EnablementRow named = new EnablementRow(7, PROVIDER, "Orders", 9,
                Enablement.of(0, -1, 0x6, EnableProperty.IGNORE_KEYWORD_ZERO), SOURCE);
        final EnablementRow unnamed = new EnablementRow(7, SOURCE, null, 10, Enablement.of(255, 0, 1),
                null);

        folder.write(named);
        folder.write(unnamed);

        assertThat(rows.enablement(7, PROVIDER)).contains(named);
        assertThat(rows.snapshot().enablements()).containsExactlyInAnyOrder(named, unnamed);
        assertThat(rows.snapshot().maxGeneration()).isEqualTo(10);
    }

    @Test
    void shouldReadFoldAsItWasWritten() {
        LossCounts lost = LossCounts.NONE;
        for (final LossCause cause : LossCause.values()) {
            lost = lost.plus(cause, cause.code() + 1);
        }
        final ClosedTotals fold = new ClosedTotals(new LedgerTotals(100, 60, 4, 0, 0, lost, 70, 30),
                Map.of(RowFolder.SELF, ClosedTotals.Laneless.NONE, Incarnation.random(),
                        new ClosedTotals.Laneless(3, 4)));

        rows.write(7, fold);

        assertThat(rows.folded(7)).isEqualTo(fold);
        assertThat(rows.folded(8)).isEqualTo(ClosedTotals.EMPTY);
        rows.write(7, ClosedTotals.EMPTY);
        assertThat(rows.folded(7)).isEqualTo(ClosedTotals.EMPTY);
    }

    @Test
    void shouldReadARateAsItWasWritten() {
        for (final RateFilter rate : List.of(RateFilter.sample(100), RateFilter.sample(7, "leg.orderId"),
                RateFilter.limit(1_000), RateFilter.sample(2, "`order id`").withLimit(1))) {
            final EnablementRow row = new EnablementRow(7, PROVIDER, "Orders", 9, Enablement.of(5, 0, 0)
                    .withFilters(EnablementFilters.builder().rate(rate).build()), SOURCE);
            folder.write(row);
            assertThat(rows.enablement(7, PROVIDER)).contains(row);
        }
    }

    @Test
    void shouldRefuseARowWithAPropertyThatItDoesNotKnow() throws IOException {
        final EnablementRow row = new EnablementRow(7, PROVIDER, "Orders", 9, Enablement.of(5, 0, 0)
                .withFilters(EnablementFilters.builder().rate(RateFilter.sample(2)).build()), SOURCE);
        folder.write(row);
        final Path file = directory.enablementRow(7, PROVIDER);
        // What is left is what a release sees that does not know the keys: it must not take the row without them.
        Files.write(file, Files.readAllLines(file).stream().filter(line -> !line.startsWith("filter.rate.")).toList());

        assertThatThrownBy(() -> rows.enablement(7, PROVIDER)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("properties not known to this release");
        assertThat(rows.snapshot().enablements()).isEmpty();
        assertThat(rows.snapshot().damagedEnablements(7)).hasSize(1);
    }

    @Test
    void shouldHaveRoomForAsManyIncarnationsAsItSays() {
        final Set<Incarnation> many = Set.copyOf(Stream.generate(Incarnation::random)
                .limit(ClosedTotals.MAX_INCARNATIONS).toList());

        rows.write(7, new ClosedTotals(LedgerTotals.ZERO, many));

        assertThat(rows.folded(7).incarnations()).isEqualTo(many);
    }

    @Test
    void shouldRefuseFoldOfWhatIsNotFinal() {
        assertThatThrownBy(() -> new ClosedTotals(new LedgerTotals(1, 0, 0, 1, 0, LossCounts.NONE), Set.of()))
                .isInstanceOf(RingsideException.class).hasMessageContaining("inRing=1");
    }

    @Test
    void shouldWriteEqualRowsAsEqualTextWithoutTime() throws IOException {
        folder.write(session(7, 1));
        final String first = Files.readString(directory.sessionRow(7));
        folder.write(session(7, 1));

        assertThat(directory.sessionRow(7)).hasContent(first);
        assertThat(first).contains("name=orders\n").contains("setting.lanes=64\n").doesNotContain("#");
        assertThat(first.lines().sorted().toList()).isEqualTo(first.lines().toList());
    }

    @Test
    void shouldShowOldRowUntilNewOneIsPublished() {
        folder.write(session(7, 1));
        try (StagedRow staged = rows.stage(session(7, 2))) {
            assertThat(rows.session(7)).contains(session(7, 1));
            assertThat(rows.snapshot().problems()).as("an unfinished file is no problem").isEmpty();
            staged.publish();
            assertThat(rows.session(7)).contains(session(7, 2));
        }
        assertThat(FolderListing.namesIn(directory.rows())).hasSize(1);
    }

    @Test
    void shouldForgetRemovedRows() {
        folder.write(session(7, 1));
        folder.write(enablement(7));

        rows.removeEnablement(7, PROVIDER);
        rows.removeSession(7);
        rows.removeSession(7);

        assertThat(directory.rows()).isEmptyDirectory();
        assertThat(rows.session(7)).isEmpty();
        assertThat(rows.enablement(7, PROVIDER)).isEmpty();
    }

    @Test
    void shouldTolerateKeysThatItDoesNotKnow() throws IOException {
        folder.write(session(7, 1));
        Files.writeString(directory.sessionRow(7),
                Files.readString(directory.sessionRow(7)) + "setting.colour=green\nlater=1\n");

        assertThat(rows.session(7)).contains(session(7, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "slot=64", "slot=-1", "slot=x", "slot=", "state=ASLEEP", "generation=0", "generation=9223372036854775808",
        "id=8", "name=", "setting.lanes=0", "setting.laneBytes=65537", "setting.overflow=maybe", "controller=12",
        "start.wallNs=-1", "name=\\u12"
    })
    void shouldReportRowWithImpossibleValue(final String line) throws IOException {
        folder.write(session(7, 1));
        final String key = line.substring(0, line.indexOf('=') + 1);
        final String text = Files.readString(directory.sessionRow(7)).replaceFirst("(?m)^" + key + ".*$",
                line.replace("\\", "\\\\"));
        Files.writeString(directory.sessionRow(7), text);

        assertDamaged(directory.sessionRow(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "level=256", "level=-1", "any=5", "any=0x", "any=0x10000000000000000", "all=0xg", "properties=0x1",
        "properties=0x100000000", "source=1-1-1-1-1", "source=x", "session=8",
        "provider=00000000-0000-0003-0000-000000000005"
    })
    void shouldReportEnablementWithImpossibleValue(final String line) throws IOException {
        folder.write(enablement(7));
        final Path path = directory.enablementRow(7, PROVIDER);
        final String key = line.substring(0, line.indexOf('=') + 1);
        Files.writeString(path, Files.readString(path).replaceFirst("(?m)^" + key + ".*$", line));

        assertThat(rows.snapshot().enablements()).isEmpty();
        assertThat(rows.snapshot().problems()).singleElement().extracting(RowProblem::path).isEqualTo(path);
    }

    @Test
    void shouldReportRowThatLacksAKeyOrIsNoText() throws IOException {
        folder.write(session(7, 1));
        final String text = Files.readString(directory.sessionRow(7));
        Files.writeString(directory.sessionRow(7), text.replaceFirst("(?m)^slot=.*\n", ""));
        assertDamaged(directory.sessionRow(7));

        Files.write(directory.sessionRow(7), new byte[]{'n', '=', (byte) 0xC3, '\n'});
        assertDamaged(directory.sessionRow(7));

        Files.write(directory.sessionRow(7), new byte[RowText.MAX_LENGTH + 1]);
        assertDamaged(directory.sessionRow(7));

        Files.delete(directory.sessionRow(7));
        Files.createSymbolicLink(directory.sessionRow(7), directory.path().resolve("elsewhere"));
        assertDamaged(directory.sessionRow(7));
    }

    @Test
    void shouldReportForeignFilesAndReadTheRest() throws IOException {
        folder.write(session(7, 1));
        Files.writeString(directory.rows().resolve("notes.txt"), "mine");
        Files.createDirectory(directory.rows().resolve("0000000000000008.session"));

        final RowSnapshot snapshot = rows.snapshot();

        assertThat(snapshot.sessions()).containsExactly(session(7, 1));
        assertThat(snapshot.problems()).extracting(problem -> problem.path().getFileName().toString())
                .containsExactlyInAnyOrder("notes.txt", "0000000000000008.session");
        assertThat(snapshot.damagedSessions()).hasSize(1);
        assertThat(directory.rows().resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void shouldNotQuoteContentsOfDamagedRow() throws IOException {
        folder.write(session(7, 1));
        Files.writeString(directory.sessionRow(7), "state=TOPSECRET\n");

        assertThat(rows.snapshot().problems()).singleElement().extracting(RowProblem::reason).asString()
                .doesNotContain("TOPSECRET");
    }

    @Test
    void shouldRefuseRowThatIsTooLong() {
        final RowText text = new RowText().put("key", "x".repeat(RowText.MAX_LENGTH));

        assertThatThrownBy(text::encode).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT));
    }

    @Test
    void shouldRefuseTextThatCannotBeReadBack() {
        final SessionSettings halfCharacter = SessionSettings.builder("half \uD800").build();
        final SessionRow row = new SessionRow(7, 3, SessionInfo.State.RUNNING, 1, halfCharacter, new ClockPair(1, 2),
                RowFolder.SELF);

        assertThatThrownBy(() -> rows.stage(row)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        assertThat(directory.rows()).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two\nlines", "\u0000"})
    void shouldRefuseProviderNameThatCannotStandInALine(final String name) {
        assertThatThrownBy(() -> new EnablementRow(7, PROVIDER, name, 1, Enablement.of(1, 1, 1), SOURCE))
                .isInstanceOf(RingsideException.class).hasMessageContaining("providerName");
    }

    @Test
    void shouldSurviveRandomDamage() throws IOException {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        folder.write(session(7, 1));
        folder.write(enablement(7));
        rows.write(7, new ClosedTotals(LedgerTotals.ZERO, Set.of(RowFolder.SELF)));
        for (final Path path : List.of(directory.sessionRow(7), directory.enablementRow(7, PROVIDER),
                directory.folded(7))) {
            final byte[] intact = Files.readAllBytes(path);
            for (int i = 0; i < 500; i++) {
                Files.write(path, damaged(intact, random));
                final RowSnapshot snapshot = rows.snapshot();
                assertThat(snapshot.sessions().size() + snapshot.enablements().size() + snapshot.problems().size())
                        .as("seed=%d, i=%d", seed, i).isEqualTo(2);
                readFold(seed, i);
            }
            Files.write(path, intact);
        }
    }

    private void readFold(final long seed, final int i) {
        try {
            assertThat(rows.folded(7)).as("seed=%d, i=%d", seed, i).isNotNull();
        } catch (final RingsideException e) {
            assertThat(e.code()).as("seed=%d, i=%d", seed, i).isIn(ErrorCode.CORRUPT, ErrorCode.LAYOUT,
                    ErrorCode.INVALID_ARGUMENT);
        }
    }

    private static byte[] damaged(final byte[] intact, final Random random) {
        final byte[] bytes = random.nextBoolean()
                ? intact.clone()
                : Arrays.copyOf(intact, random.nextInt(intact.length + 1));
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = random.nextBoolean()
                    ? (byte) random.nextInt()
                    : "=\\u\n#0x-".getBytes(StandardCharsets.UTF_8)[random.nextInt(8)];
        }
        return bytes;
    }

    private void assertDamaged(final Path path) {
        final RowSnapshot snapshot = rows.snapshot();
        assertThat(snapshot.sessions()).isEmpty();
        assertThat(snapshot.problems()).singleElement().extracting(RowProblem::path).isEqualTo(path);
        assertThatThrownBy(() -> rows.session(7)).isInstanceOf(RingsideException.class)
                .hasMessageContaining(path.toString());
    }

    private static SessionRow session(final long id, final long generation) {
        return new SessionRow(id, 3, SessionInfo.State.RUNNING, generation, SessionSettings.builder("orders").build(),
                new ClockPair(1, 2), RowFolder.SELF);
    }

    private static EnablementRow enablement(final long sessionId) {
        return new EnablementRow(sessionId, PROVIDER, "Orders", 1, Enablement.of(4, 1, 0), SOURCE);
    }
}
