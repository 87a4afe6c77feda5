package io.ringside.internal.write;

import io.ringside.internal.files.ChildJvm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What only a fresh JVM shows: classes are initialised once, and if that fails, never. */
@Tag("jdk25")
@Tag("process")
class FirstWriteSystemTest {
    @ParameterizedTest
    @ValueSource(strings = {"-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4", "-Xint"})
    void shouldWriteAfterTheFirstWriteOfTheProcessOverflowedTheStack(final String option) throws IOException {
        try (ChildJvm child = ChildJvm.start(List.of(option, "-XX:MaxJavaStackTraceDepth=20"), FirstWriteMain.class)) {
            assertThat(child.readLine()).isEqualTo("OK after overflows");
            assertThat(child.await()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4", "-Xint"})
    void shouldWriteLongTextsAfterTheFirstOneOverflowedTheStack(final String option) throws IOException {
        try (ChildJvm child = ChildJvm.start(List.of(option, "-XX:MaxJavaStackTraceDepth=20"), FirstWriteMain.class,
                "typed")) {
            assertThat(child.readLine()).isEqualTo("OK after overflows");
            assertThat(child.await()).isZero();
        }
    }
}
