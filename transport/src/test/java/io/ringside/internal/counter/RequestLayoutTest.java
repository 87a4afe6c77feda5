package io.ringside.internal.counter;

import io.ringside.internal.layout.AnswerDescriptor;
import io.ringside.internal.layout.LayoutPage;
import io.ringside.internal.layout.RequestDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RequestLayoutTest {
    private static final String PAGE = "layout-requests.md";

    @Test
    void shouldBeAsThePageShowsIt() {
        LayoutPage.of(PAGE, RequestDescriptor.class)
                .structure("Request", "", RequestDescriptor.HEADER_LENGTH)
                .verify();
        LayoutPage.of(PAGE, AnswerDescriptor.class)
                .structure("Answer", "", AnswerDescriptor.HEADER_LENGTH)
                .structure("Instance", "INSTANCE_", AnswerDescriptor.INSTANCE_HEAD_LENGTH)
                .verify();
    }

    @Test
    void shouldBeginWithReadableMagic() {
        assertThat(text(RequestDescriptor.MAGIC)).isEqualTo("RSCTRREQ");
        assertThat(text(AnswerDescriptor.MAGIC)).isEqualTo("RSCTRANS");
    }

    @Test
    void shouldPutValuesBehindTheHeadAndTheNextInstanceAtAMultipleOfEight() {
        assertThat(AnswerDescriptor.valueOffset(0)).isEqualTo(16);
        assertThat(AnswerDescriptor.valueOffset(2)).isEqualTo(32);
        assertThat(AnswerDescriptor.instanceLength(2, 0)).isEqualTo(32);
        assertThat(AnswerDescriptor.instanceLength(2, 1)).isEqualTo(40);
        assertThat(AnswerDescriptor.instanceLength(2, 8)).isEqualTo(40);
    }

    private static String text(final long magic) {
        return new String(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(magic).array(),
                StandardCharsets.US_ASCII);
    }
}
