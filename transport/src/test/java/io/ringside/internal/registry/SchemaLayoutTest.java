package io.ringside.internal.registry;

import io.ringside.internal.layout.LayoutPage;
import io.ringside.internal.layout.SchemaFileDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaLayoutTest {
    @Test
    void shouldBeAsThePageShowsIt() {
        LayoutPage.of("layout-schema.md", SchemaFileDescriptor.class)
                .structure("Header", "", SchemaFileDescriptor.HEADER_LENGTH)
                .verify();
    }

    @Test
    void shouldBeginWithReadableMagic() {
        final byte[] bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putLong(SchemaFileDescriptor.MAGIC).array();

        assertThat(new String(bytes, StandardCharsets.US_ASCII)).isEqualTo("RSSCHEMA");
    }

    @Test
    void shouldPutWordsAfterHeaderAndContentAfterWords() {
        assertThat(SchemaFileDescriptor.eventWordOffset(0)).isEqualTo(256);
        assertThat(SchemaFileDescriptor.eventWordOffset(3)).isEqualTo(280);
        assertThat(SchemaFileDescriptor.contentOffset(3)).isEqualTo(280);
        assertThat(SchemaFileDescriptor.fileLength(3, 0)).isEqualTo(280);
        assertThat(SchemaFileDescriptor.fileLength(3, 1)).isEqualTo(288);
        assertThat(SchemaFileDescriptor.fileLength(3, 8)).isEqualTo(288);
    }
}
