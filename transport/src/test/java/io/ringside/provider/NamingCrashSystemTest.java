package io.ringside.provider;

import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.Registry;
import io.ringside.schema.PublishedNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A process that is killed while it publishes names leaves whole names, and a sweep removes them with its page. */
@Timeout(60)
@Tag("process")
@Tag("proof")
class NamingCrashSystemTest {
    private Path mark;
    private RingsideFixture fixture;

    static Stream<Arguments> passages() {
        return Stream.of(KillPoint.NAME_WRITTEN, KillPoint.NAME_PUBLISHED)
                .flatMap(point -> Stream.of(1, 2, 50).map(passage -> Arguments.of(point, passage)));
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
    void shouldLeaveWholeNamesWhenThePublishingProcessDies(final KillPoint point, final int passage)
            throws IOException {
        ChildJvm.killAt(point, passage, mark, NamingApplication.class,
                fixture.participant.directory().path().toString());
        final int published = point == KillPoint.NAME_WRITTEN ? passage - 1 : passage;

        final List<NamesFileName> files = new Registry(fixture.participant).schemas().namesFiles();
        assertThat(files).hasSize(1);
        final PublishedNames names = new Registry(fixture.participant).schemas().published(files.get(0).providerId(),
                files.get(0).incarnation(), SystemNanoClock.INSTANCE, problem -> {
                    throw new AssertionError(problem);
                }).get();
        assertThat(names.entries(0)).extracting(entry -> entry.at(0))
                .isEqualTo(IntStream.range(0, published).mapToObj(i -> NamingApplication.entry(i, 0)).toList());

        fixture.controller.clean();
        assertThat(fixture.controller.problems()).isEmpty();
        assertThat(fixture.participant.directory().providers()).isEmptyDirectory();
    }
}
