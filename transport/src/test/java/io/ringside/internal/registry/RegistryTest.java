package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.schema.ProviderSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class RegistryTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final ProviderSchema SCHEMA = schema(4);
    private static final ProviderSchema NEWER_SCHEMA = schema(5);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private TraceDirectory directory;
    private Participant participant;
    private Registry registry;
    private ProcessPage page;

    @BeforeEach
    void join() {
        directory = TraceDirectory.open(root.resolve("traces"));
        participant = Participant.join(directory);
        registry = new Registry(participant);
        page = newPage(participant);
    }

    @AfterEach
    void leave() {
        page.close();
        participant.close();
    }

    @Test
    void shouldShowRegistrationInPageAndFile() {
        final Registration registration = registry.register(page, SCHEMA, TIMEOUT_NS);
        try (ProcessView view = ProcessView.open(directory, participant.incarnation(), Access.READ_ONLY);
                SchemaFile file = registration.file()) {
            assertThat(registration.index()).isZero();
            assertThat(file.schema()).isEqualTo(SCHEMA);
            assertThat(view.schemas())
                    .containsExactly(new RegisteredSchema(0, SCHEMA.id(), SCHEMA.contentHash(), 1));
            assertThat(directory.schema(SCHEMA.id(), SCHEMA.contentHash())).exists();
        }
    }

    @Test
    void shouldRegisterVersionsSideBySide() {
        final Registration older = registry.register(page, SCHEMA, TIMEOUT_NS);
        final Registration newer = registry.register(page, NEWER_SCHEMA, TIMEOUT_NS);
        final Registration again = registry.register(page, SCHEMA, TIMEOUT_NS);

        assertThat(List.of(older.index(), newer.index(), again.index())).containsExactly(0, 1, 0);
        assertThat(FolderListing.namesIn(directory.providers())).hasSize(2);
        List.of(older, newer, again).forEach(registration -> registration.file().close());
    }

    @Test
    void shouldShareFileWithAnotherProcess() {
        try (Participant other = Participant.join(directory); ProcessPage otherPage = newPage(other)) {
            registry.register(page, SCHEMA, TIMEOUT_NS).file().close();
            new Registry(other).register(otherPage, SCHEMA, TIMEOUT_NS).file().close();

            assertThat(FolderListing.namesIn(directory.providers())).hasSize(1);
        }
    }

    @Test
    void shouldRegisterNothingWhenSchemaFileIsForeign() throws IOException {
        Files.writeString(directory.schema(SCHEMA.id(), SCHEMA.contentHash()), "foreign");

        assertThatThrownBy(() -> registry.register(page, SCHEMA, TIMEOUT_NS)).isInstanceOfSatisfying(
                RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT));

        try (ProcessView view = ProcessView.open(directory, participant.incarnation(), Access.READ_ONLY)) {
            assertThat(view.schemas()).isEmpty();
        }
        assertThat(LockFile.of(directory.controlLock()).isHeld()).isFalse();
    }

    @Test
    void shouldSayThatLockIsHeld() {
        try (HeldLock held = LockFile.of(directory.controlLock()).acquire(0)) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> registry.register(page, SCHEMA, TimeUnit.MILLISECONDS.toNanos(3)))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
        }
    }

    @Test
    void shouldRegisterInInterruptedThread() {
        Thread.currentThread().interrupt();
        registry.register(page, SCHEMA, TIMEOUT_NS).file().close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(registry.schemas().names()).hasSize(1);
    }

    private ProcessPage newPage(final Participant owner) {
        return ProcessPage.create(directory, owner.files(), ProcessIdentity.ofThisProcess(owner.incarnation()));
    }

    private static ProviderSchema schema(final int level) {
        return ProviderSchema.builder("Orders").event("submitted", EventDescriptor.of(1, level, 0x1), List.of())
                .build();
    }
}
