package io.ringside.internal.javaagent;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RingsideAgentTest {
    private static final String JAVA = "java.specification.version";

    @ParameterizedTest
    @CsvSource({"1.8, 8", "11, 11", "17, 17", "25, 25", "next, 0", "'', 0"})
    void shouldReadTheNumberOfARelease(final String specification, final int feature) {
        assertThat(RingsideAgent.feature(specification)).isEqualTo(feature);
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    @ResourceLock(Resources.SYSTEM_ERR)
    void shouldSayInOneLineThatJavaIsTooOldAndDoNothingElse() {
        final String before = System.setProperty(JAVA, "11");
        final PrintStream err = System.err;
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            RingsideAgent.premain("dir=/nowhere", null);
        } finally {
            System.setErr(err);
            System.setProperty(JAVA, before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8).lines()).singleElement().asString()
                .contains("java=11", "17 or newer", "the application runs without tracing");
        assertThat(System.getProperties()).doesNotContainKey(AgentControl.STATE);
    }
}
