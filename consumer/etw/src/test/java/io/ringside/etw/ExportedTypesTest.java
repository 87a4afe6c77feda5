package io.ringside.etw;

import io.ringside.docs.ExportedSignatures;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ExportedTypesTest {
    @Test
    void shouldShowApplicationsNoTypesThatTheyCannotUse() throws IOException, ReflectiveOperationException {
        assertThat(ExportedSignatures.leaks(Path.of("target", "classes"))).isEmpty();
    }
}
