package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.SchemaFileDescriptor;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Composite;
import io.ringside.session.Enablement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class SchemaFileTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Orders")
            .keyword("orders", 0x1)
            .keyword("risk", 0x2)
            .event("submitted", EventDescriptor.of(1, 4, 0x1), List.of())
            .event("rejected", EventDescriptor.of(2, 2, 0x2), List.of())
            .event("heartbeat", EventDescriptor.of(3, 5, 0), List.of())
            .build();
    private static final SchemaFileName NAME = new SchemaFileName(SCHEMA.id(), SCHEMA.contentHash());

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private TraceDirectory directory;
    private SchemaStore schemas;

    @BeforeEach
    void open() {
        directory = TraceDirectory.open(root.resolve("traces"));
        schemas = new SchemaStore(directory, new FileMaker(new Incarnation(1, 2)));
    }

    @Test
    void shouldAppearWithSchemaAndWordsOfTheEnablementsInForce() {
        final ProviderEnablements inForce = ProviderEnablements.NONE.with(0, Enablement.of(4, 0x1, 0))
                .with(63, Enablement.of(0, 0, 0));
        try (SchemaFile file = schemas.openOrCreate(SCHEMA, inForce)) {
            assertThat(file.schema()).isEqualTo(SCHEMA);
            assertThat(file.words().eventWordVolatile(0)).isEqualTo(1L << 63 | 1);
            assertThat(file.words().eventWordVolatile(1)).isEqualTo(1L << 63);
            assertThat(file.words().eventWordVolatile(2)).isEqualTo(1L << 63);
            assertThat(file.buffer().getLongVolatile(SchemaFileDescriptor.eventWordOffset(0))).isEqualTo(1L << 63 | 1);
            assertThat(file.words().composite()).isEqualTo(inForce.composite());
        }
        assertThat(schemas.names()).containsExactly(NAME);
    }

    @Test
    void shouldBeSharedByWhoRegistersTheSameContent() {
        try (SchemaFile one = schemas.openOrCreate(SCHEMA, ProviderEnablements.NONE);
                SchemaFile two = schemas.openOrCreate(SCHEMA, ProviderEnablements.NONE);
                SchemaFile controller = schemas.open(NAME, Access.READ_WRITE)) {
            controller.words().store(ProviderEnablements.NONE.with(5, Enablement.of(4, 0x1, 0)));

            assertThat(one.words().eventWordVolatile(0)).isEqualTo(1L << 5);
            assertThat(two.words().eventWordVolatile(0)).isEqualTo(1L << 5);
            assertThat(two.words().eventWordVolatile(1)).isZero();
        }
        assertThat(FolderListing.namesIn(directory.providers())).hasSize(1);
    }

    @Test
    void shouldKeepVersionsOfAProviderApart() {
        final ProviderSchema newer = ProviderSchema.builder("Orders")
                .event("submitted", EventDescriptor.of(1, 5, 0x1), List.of()).build();
        schemas.openOrCreate(SCHEMA, ProviderEnablements.NONE).close();
        schemas.openOrCreate(newer, ProviderEnablements.NONE).close();

        assertThat(newer.id()).isEqualTo(SCHEMA.id());
        assertThat(schemas.names()).hasSize(2);
    }

    @Test
    @DisplayName("R3.7 the level in the words is the highest of all sessions")
    void shouldShowHighestLevel() {
        try (SchemaFile file = writable()) {
            file.words()
                    .store(ProviderEnablements.NONE.with(0, Enablement.of(3, 1, 0)).with(1, Enablement.of(1, 1, 0)));
            assertThat(file.words().composite().level()).isEqualTo(3);

            file.words().store(ProviderEnablements.NONE.with(1, Enablement.of(1, 1, 0)));
            assertThat(file.words().composite().level()).isOne();
        }
    }

    @Test
    @DisplayName("R3.8 match-any in the words is the union, computed anew")
    void shouldShowUnionOfMatchAny() {
        try (SchemaFile file = writable()) {
            file.words().store(
                    ProviderEnablements.NONE.with(0, Enablement.of(3, 0x1, 0)).with(1, Enablement.of(3, 0x6, 0)));
            assertThat(file.words().composite().matchAny()).isEqualTo(0x7);

            file.words().store(ProviderEnablements.NONE.with(1, Enablement.of(3, 0x6, 0)));
            assertThat(file.words().composite().matchAny()).isEqualTo(0x6);
        }
    }

    @Test
    @DisplayName("R3.9 match-all in the words is the intersection, computed anew")
    void shouldShowIntersectionOfMatchAll() {
        try (SchemaFile file = writable()) {
            file.words().store(
                    ProviderEnablements.NONE.with(0, Enablement.of(3, -1, 0x3)).with(1, Enablement.of(3, -1, 0x6)));
            assertThat(file.words().composite().matchAll()).isEqualTo(0x2);

            file.words().store(
                    ProviderEnablements.NONE.with(0, Enablement.of(3, -1, 0x3)).with(1, Enablement.of(3, -1, 0)));
            assertThat(file.words().composite().matchAll()).isZero();

            file.words().store(ProviderEnablements.NONE.with(0, Enablement.of(3, -1, 0x3)));
            assertThat(file.words().composite().matchAll()).isEqualTo(0x3);
        }
    }

    @Test
    void shouldShowDisabledProviderAsZeros() {
        try (SchemaFile file = writable()) {
            file.words().store(ProviderEnablements.NONE.with(0, Enablement.of(0, 0, 0)));
            file.words().store(ProviderEnablements.NONE);

            assertThat(file.words().composite()).isEqualTo(Composite.DISABLED);
            assertThat(file.buffer().getLong(SchemaFileDescriptor.STATE_LEVEL_OFFSET)).isZero();
            assertThat(file.buffer().getLong(SchemaFileDescriptor.MATCH_ANY_OFFSET)).isZero();
            assertThat(file.words().eventWordVolatile(2)).isZero();
        }
    }

    @Test
    void shouldStoreOnlyWhatDiffers() {
        final ProviderEnablements orders = ProviderEnablements.NONE.with(0, Enablement.of(4, 0x1, 0));
        try (SchemaFile file = writable()) {
            assertThat(file.words().store(orders)).as("state, match-any, one event").isEqualTo(3);
            assertThat(file.words().store(orders)).isZero();
            assertThat(file.words().store(orders.with(1, Enablement.of(4, 0x1, 0)))).as("one event").isEqualTo(1);
        }
    }

    @Test
    void shouldMendAllWordsOfOneProviderOrOfAll() {
        final RowSnapshot none = new RowSnapshot(List.of(), List.of(), List.of());
        try (SchemaFile file = writable()) {
            file.words().store(ProviderEnablements.NONE.with(9, Enablement.of(0, 0, 0)));

            assertThat(schemas.recompute(schema -> none, new UUID(9, 9))).isEmpty();
            assertThat(file.words().eventWordVolatile(0)).as("of another provider").isEqualTo(1L << 9);

            assertThat(schemas.recompute(schema -> none, null)).isEmpty();
            assertThat(file.words().eventWordVolatile(0)).isZero();
        }
    }

    @Test
    void shouldTellOfFilesItCannotMendAndMendTheRest() throws IOException {
        writable().close();
        final SchemaFileName foreign = new SchemaFileName(new UUID(8, 8), 8);
        Files.writeString(directory.schema(foreign.providerId(), foreign.contentHash()), "nothing of ours");

        final RowSnapshot none = new RowSnapshot(List.of(), List.of(), List.of());
        assertThat(schemas.recompute(schema -> none, null)).singleElement().asString()
                .contains(foreign.toString());
    }

    @Test
    void shouldRefuseContentOfAnotherName() throws IOException {
        schemas.openOrCreate(SCHEMA, ProviderEnablements.NONE).close();
        final SchemaFileName other = new SchemaFileName(SCHEMA.id(), 5);
        Files.copy(directory.schema(SCHEMA.id(), SCHEMA.contentHash()), directory.schema(SCHEMA.id(), 5));

        assertThatThrownBy(() -> schemas.open(other, Access.READ_ONLY)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }

    @Test
    void shouldRefuseAnotherVersionAndUnknownFeatures() throws IOException {
        schemas.openOrCreate(SCHEMA, ProviderEnablements.NONE).close();
        final Path path = directory.schema(SCHEMA.id(), SCHEMA.contentHash());
        final byte[] intact = Files.readAllBytes(path);
        for (final int offset : new int[]{SchemaFileDescriptor.VERSION_OFFSET, SchemaFileDescriptor.FEATURES_OFFSET}) {
            final byte[] changed = intact.clone();
            changed[offset] = 77;
            Files.write(path, changed);
            assertThatThrownBy(() -> schemas.open(NAME, Access.READ_ONLY))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT))
                    .hasMessageContaining("another release");
        }
    }

    @Test
    void shouldHoldManyEvents() {
        final ProviderSchema.Builder builder = ProviderSchema.builder("Many");
        for (int i = 1; i <= 10_000; i++) {
            builder.event("event" + i, EventDescriptor.of(i, i % 8, 1L << i % 48), List.of());
        }
        final ProviderSchema many = builder.build();
        final ProviderEnablements inForce = ProviderEnablements.NONE.with(2, Enablement.of(3, 0xFFFF, 0));
        try (SchemaFile file = schemas.openOrCreate(many, inForce)) {
            assertThat(many.events()).allSatisfy(event -> assertThat(file.words().eventWordVolatile(event.index()))
                    .isEqualTo(inForce.eventMask(event)));
        }
    }

    @Test
    void shouldSurviveRandomDamage() throws IOException {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        schemas.openOrCreate(SCHEMA, ProviderEnablements.NONE).close();
        final Path path = directory.schema(SCHEMA.id(), SCHEMA.contentHash());
        final byte[] intact = Files.readAllBytes(path);
        for (int i = 0; i < 5_000; i++) {
            final byte[] bytes = intact.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            Files.write(path, bytes);
            try (SchemaFile file = schemas.open(NAME, Access.READ_WRITE)) {
                assertThat(file.schema()).as("seed=%d, i=%d", seed, i).isEqualTo(SCHEMA);
                file.words().composite();
                file.words().store(ProviderEnablements.NONE);
            } catch (final RingsideException e) {
                assertThat(e.code()).as("seed=%d, i=%d", seed, i).isIn(ErrorCode.LAYOUT, ErrorCode.CORRUPT);
            }
        }
    }

    private SchemaFile writable() {
        schemas.openOrCreate(SCHEMA, ProviderEnablements.NONE).close();
        return schemas.open(NAME, Access.READ_WRITE);
    }
}
