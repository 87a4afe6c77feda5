package io.ringside.cli.emit;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MessageReaderTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"1,1,7,1,1,1\n2,1,8,1,1,1\n", "1,1,7,1,1,1\r\n2,1,8,1,1,1\r\n", "1,1,7,1,1,1\n2,1,8,1,1,1"})
    void shouldReadEveryLineWhateverEndsIt(final String text) throws IOException {
        assertThat(orderIds(text)).containsExactly(7L, 8L);
    }

    @Test
    void shouldReadFilesThatAreLargerThanItsBuffer() throws IOException {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append(i).append(".5,1,").append(i).append(",100,5853300,-1\n");
        }
        final List<Long> orderIds = orderIds(text.toString());
        assertThat(orderIds).hasSize(20_000).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void shouldReadNothingFromAnEmptyFile() throws IOException {
        assertThat(orderIds("")).isEmpty();
    }

    @Test
    void shouldNameFileLineAndProblemWhenALineIsMalformed() {
        assertThatThrownBy(() -> orderIds("1,1,7,1,1,1\n2,1,8,x,1,1\n")).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("line is malformed: file=" + folder.resolve("f") + ", line=2, problem=size is");
        assertThatThrownBy(() -> orderIds("1,1,7,1,1,1\n\n")).hasMessageContaining("line=2, problem=it has 1 fields");
        assertThatThrownBy(() -> orderIds("2,1,7,1,1,1\n1,1,7,1,1,1\n"))
                .hasMessageContaining("line=2, problem=time is before that of the previous line");
        assertThatThrownBy(() -> orderIds("1".repeat(1_000_000)))
                .hasMessageContaining("line=1, problem=it is longer than 256 bytes");
    }

    @Test
    void shouldRefuseWhatCannotBeReadTwice() {
        assertThatThrownBy(() -> MessageReader.open(folder)).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("not a regular file: file=" + folder);
        assertThatThrownBy(() -> MessageReader.open(folder.resolve("absent"))).isInstanceOf(RingsideException.class)
                .hasMessageContaining("absent");
    }

    private List<Long> orderIds(final String text) throws IOException {
        final List<Long> orderIds = new ArrayList<>();
        final OrderMessage message = new OrderMessage();
        try (MessageReader reader = MessageReader.open(Files.writeString(folder.resolve("f"), text))) {
            while (reader.next(message)) {
                orderIds.add(message.orderId);
            }
            assertThat(reader.position()).isEqualTo(text.length());
        }
        return orderIds;
    }
}
