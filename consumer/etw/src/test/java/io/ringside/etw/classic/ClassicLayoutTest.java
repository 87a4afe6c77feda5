package io.ringside.etw.classic;

import io.ringside.docs.DocumentPage;
import io.ringside.docs.LayoutPicture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClassicLayoutTest {
    private static final DocumentPage PAGE = DocumentPage.of("classic-layouts.md");

    @Test
    @DisplayName("R5.8 the layout of a classic header is the one that is documented, 48 bytes")
    void shouldDocumentTheClassicHeader() {
        final LayoutPicture picture = new LayoutPicture()
                .field("size", "u16", ClassicHeaderLayout.SIZE_OFFSET, 2)
                .field("fieldTypeFlags", "u16", ClassicHeaderLayout.FIELD_TYPE_FLAGS_OFFSET, 2)
                .field("type", "u8", ClassicHeaderLayout.TYPE_OFFSET, 1)
                .field("level", "u8", ClassicHeaderLayout.LEVEL_OFFSET, 1)
                .field("version", "u16", ClassicHeaderLayout.VERSION_OFFSET, 2)
                .field("threadId", "u32", ClassicHeaderLayout.THREAD_ID_OFFSET, 4)
                .field("processId", "u32", ClassicHeaderLayout.PROCESS_ID_OFFSET, 4)
                .field("timestamp", "i64", ClassicHeaderLayout.TIMESTAMP_OFFSET, 8)
                .field("classId", "GUID", ClassicHeaderLayout.CLASS_ID_OFFSET, 16)
                .field("processorTime", "u32", ClassicHeaderLayout.PROCESSOR_TIME_OFFSET, 4)
                .field("flags", "u32", ClassicHeaderLayout.FLAGS_OFFSET, 4)
                .ends(ClassicHeaderLayout.LENGTH, ClassicHeaderLayout.class);

        assertThat(ClassicHeaderLayout.LENGTH).isEqualTo(48);
        PAGE.checkSection("classic", picture.draw());
    }

    @Test
    @DisplayName("R5.14 the layout of an instance's header is the one that is documented, 56 bytes")
    void shouldDocumentTheInstanceHeader() {
        final LayoutPicture picture = new LayoutPicture()
                .field("size", "u16", ClassicHeaderLayout.SIZE_OFFSET, 2)
                .field("fieldTypeFlags", "u16", ClassicHeaderLayout.FIELD_TYPE_FLAGS_OFFSET, 2)
                .field("type", "u8", ClassicHeaderLayout.TYPE_OFFSET, 1)
                .field("level", "u8", ClassicHeaderLayout.LEVEL_OFFSET, 1)
                .field("version", "u16", ClassicHeaderLayout.VERSION_OFFSET, 2)
                .field("threadId", "u32", ClassicHeaderLayout.THREAD_ID_OFFSET, 4)
                .field("processId", "u32", ClassicHeaderLayout.PROCESS_ID_OFFSET, 4)
                .field("timestamp", "i64", ClassicHeaderLayout.TIMESTAMP_OFFSET, 8)
                .field("classHandle", "u64", ClassicInstanceLayout.CLASS_HANDLE_OFFSET, 8)
                .field("instanceId", "u32", ClassicInstanceLayout.INSTANCE_ID_OFFSET, 4)
                .field("parentInstanceId", "u32", ClassicInstanceLayout.PARENT_INSTANCE_ID_OFFSET, 4)
                .field("processorTime", "u32", ClassicInstanceLayout.PROCESSOR_TIME_OFFSET, 4)
                .field("flags", "u32", ClassicInstanceLayout.FLAGS_OFFSET, 4)
                .field("parentClassHandle", "u64", ClassicInstanceLayout.PARENT_CLASS_HANDLE_OFFSET, 8)
                .ends(ClassicInstanceLayout.LENGTH, ClassicInstanceLayout.class);

        assertThat(ClassicInstanceLayout.LENGTH).isEqualTo(56);
        PAGE.checkSection("instance", picture.draw());
    }
}
