package io.ringside.internal.recording;

import io.ringside.internal.layout.LayoutPage;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecordingLayoutTest {
    @Test
    void shouldBeAsThePageShowsIt() {
        LayoutPage.of("layout-recording.md", ExcerptDescriptor.class)
                .structure("Excerpt header", "", ExcerptDescriptor.HEADER_LENGTH)
                .structure("Trailer", "TRAILER_", ExcerptDescriptor.TRAILER_LENGTH)
                .structure("Session", "SESSION_", ExcerptDescriptor.SESSION_NAME_OFFSET + 4)
                .structure("Recording identity", "RECORDING_", ExcerptDescriptor.RECORDING_LENGTH)
                .structure("Process", "PROCESS_", ExcerptDescriptor.PROCESS_COMMAND_OFFSET + 4)
                .structure("Schema", "SCHEMA_", ExcerptDescriptor.SCHEMA_BYTES_OFFSET + 4)
                .structure("Names", "NAMES_", ExcerptDescriptor.NAMES_ENTRIES_OFFSET + 8)
                .structure("Batch", "BATCH_", ExcerptDescriptor.BATCH_CHUNKS_OFFSET + 8)
                .structure("Chunk", "CHUNK_", ExcerptDescriptor.CHUNK_FRAMES_OFFSET + 8)
                .structure("Kept records", "KEPT_", ExcerptDescriptor.KEPT_ENTRIES_OFFSET + 8)
                .structure("Entry", "ENTRY_", ExcerptDescriptor.ENTRY_CONTENT_OFFSET + 8)
                .structure("Gap", "GAP_", ExcerptDescriptor.GAP_LENGTH)
                .structure("Checkpoint", "CHECKPOINT_", ExcerptDescriptor.CHECKPOINT_LANES_OFFSET + 8)
                .structure("Lane entry", "LANE_", ExcerptDescriptor.LANE_LENGTH)
                .structure("Losses without a lane", "LANELESS_", ExcerptDescriptor.LANELESS_LENGTH)
                .structure("End mark", "END_", ExcerptDescriptor.END_LENGTH)
                .verify();
    }

    @Test
    void shouldNumberCausesAsThePageDoes() throws IOException {
        final String codes = Arrays.stream(LossCause.values())
                .map(cause -> cause.code() + " " + cause.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));

        assertThat(Files.readString(Path.of("docs", "layout-recording.md")).replaceAll("\\s+", " ")).contains(codes);
    }

    @Test
    void shouldBeginWithReadableMagic() {
        final byte[] bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putInt(ExcerptDescriptor.MAGIC).array();

        assertThat(new String(bytes, StandardCharsets.US_ASCII)).isEqualTo("RSEX");
    }
}
