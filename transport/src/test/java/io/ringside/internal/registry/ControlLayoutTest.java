package io.ringside.internal.registry;

import io.ringside.internal.layout.ControlPageDescriptor;
import io.ringside.internal.layout.LayoutPage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ControlLayoutTest {
    @Test
    void shouldBeAsThePageShowsIt() {
        LayoutPage.of("layout-control.md", ControlPageDescriptor.class)
                .structure("Page", "", ControlPageDescriptor.FILE_LENGTH)
                .verify();
    }

    @Test
    void shouldBeginWithReadableMagic() {
        final byte[] bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putLong(ControlPageDescriptor.MAGIC).array();

        assertThat(new String(bytes, StandardCharsets.US_ASCII)).isEqualTo("RSCONTRL");
    }
}
