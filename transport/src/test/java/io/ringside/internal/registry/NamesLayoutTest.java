package io.ringside.internal.registry;

import io.ringside.internal.layout.LayoutPage;
import io.ringside.internal.layout.NamesDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NamesLayoutTest {
    @Test
    void shouldBeAsThePageShowsIt() {
        LayoutPage.of("layout-names.md", NamesDescriptor.class)
                .structure("Header", "", NamesDescriptor.HEADER_LENGTH)
                .structure("Entry", "ENTRY_", NamesDescriptor.ENTRY_TEXTS_OFFSET + 8)
                .verify();
    }

    @Test
    void shouldBeginWithReadableMagic() {
        final byte[] bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putLong(NamesDescriptor.MAGIC).array();

        assertThat(new String(bytes, StandardCharsets.US_ASCII)).isEqualTo("RS-NAMES");
    }
}
