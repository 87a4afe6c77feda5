package io.ringside.internal.ship;

import io.ringside.internal.layout.LayoutPage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ShipLayoutTest {
    @Test
    void shouldBeAsThePageShowsIt() {
        LayoutPage.of("layout-shipping.md", ShipDescriptor.class)
                .structure("Record", "", ShipDescriptor.CONTENT_OFFSET + 8)
                .structure("Gap", "GAP_", ShipDescriptor.GAP_LENGTH)
                .structure("Status", "STATUS_", ShipDescriptor.STATUS_TEXTS_OFFSET + 8)
                .verify();
    }

    @Test
    void shouldHaveMessagesAsThePageShowsThem() {
        LayoutPage.of("layout-link.md", LinkDescriptor.class)
                .structure("Message", "", LinkDescriptor.CONTENT_OFFSET + 8)
                .structure("Answer", "ANSWER_", LinkDescriptor.ANSWER_TEXTS_OFFSET + 8)
                .structure("Request", "REQUEST_", LinkDescriptor.REQUEST_TEXTS_OFFSET + 8)
                .structure("Acknowledgement", "ACKNOWLEDGEMENT_", LinkDescriptor.ACKNOWLEDGEMENT_TEXTS_OFFSET + 4)
                .verify();
    }

    @Test
    void shouldBeginWithReadableMagic() {
        final byte[] bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putInt(ShipDescriptor.MAGIC).array();

        assertThat(new String(bytes, StandardCharsets.US_ASCII)).isEqualTo("RSSH");
    }
}
