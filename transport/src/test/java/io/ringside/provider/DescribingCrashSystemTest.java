package io.ringside.provider;

import io.ringside.control.EnableRequest;
import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.EventSchema;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A process that is killed while it describes an event, or tells traits, leaves nothing half-made behind. */
@Timeout(60)
@Tag("process")
@Tag("proof")
class DescribingCrashSystemTest {
    private Path mark;
    private RingsideFixture fixture;

    /** The first passage is the provider's, the second the event's; with the traits both come once more. */
    static Stream<Arguments> passages() {
        return Stream.of(KillPoint.REGISTRATION_STORED, KillPoint.REGISTRATION_PUBLISHED)
                .flatMap(point -> Stream.of(2, 3, 4).map(passage -> Arguments.of(point, passage)));
    }

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        mark = path.resolve("mark");
        fixture = new RingsideFixture(path.resolve("trace"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @MethodSource("passages")
    void shouldGoOnAfterDeathOfTheDescribingProcess(final KillPoint point, final int passage) throws IOException {
        final SessionRow session = fixture.start("group");
        fixture.controller.enable("group", EnableRequest.of(DescribingApplication.GROUP,
                Enablement.of(5, 0, 0, EnableProperty.PROVIDER_GROUP)), Duration.ZERO);
        ChildJvm.killAt(point, passage, mark, DescribingApplication.class,
                fixture.participant.directory().path().toString());

        fixture.controller.clean();

        assertThat(fixture.controller.problems()).isEmpty();
        assertWordsFollowRows();
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderRegistration registration = DescribingApplication.describe(ringside);
            final ProviderEvent event = DescribingApplication.event(registration).intern();
            assertThat(event.isEnabled()).isTrue();
            assertThat(WriteResult.written(event.write())).isEqualTo(1);
            assertWordsFollowRows();
            fixture.controller.disable("group", DescribingApplication.GROUP, RingsideFixture.TIMEOUT);
            assertThat(event.isEnabled()).isFalse();
        }
        assertThat(fixture.controller.stop(session.name(), RingsideFixture.TIMEOUT).isComplete()).isTrue();
        fixture.controller.clean();
        assertThat(fixture.participant.directory().providers()).isEmptyDirectory();
    }

    private void assertWordsFollowRows() {
        final Registry registry = new Registry(fixture.participant);
        for (final SchemaFileName name : registry.schemas().names()) {
            try (SchemaFile file = registry.schemas().open(name, Access.READ_ONLY)) {
                for (final EventSchema event : file.schema().events()) {
                    assertThat(file.words().eventWordVolatile(event.index()))
                            .isEqualTo(registry.rows().snapshot().inForce(file.schema()).eventMask(event));
                }
            }
        }
    }
}
