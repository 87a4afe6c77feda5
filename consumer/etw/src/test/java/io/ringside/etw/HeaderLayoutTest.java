package io.ringside.etw;

import io.ringside.docs.DocumentPage;
import io.ringside.docs.LayoutPicture;
import io.ringside.etw.classic.ClassicHeaderLayout;
import io.ringside.etw.classic.ClassicInstanceLayout;
import io.ringside.etw.trace.EtwHeaderLayout;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HeaderLayoutTest {
    private static final DocumentPage PAGE = DocumentPage.of("header-layouts.md");

    @Test
    @DisplayName("R1.10 the layout of ETW's header is the one that is documented")
    void shouldDocumentTheHeader() {
        final LayoutPicture picture = header().ends(EtwHeaderLayout.LENGTH, EtwHeaderLayout.class);

        assertThat(EtwHeaderLayout.LENGTH).isEqualTo(80);
        PAGE.checkSection("header", picture.draw());
    }

    @Test
    @DisplayName("R1.14 partly: \"a consumer gets the session's id and its own context object back\"; the layout of a"
            + " record")
    void shouldDocumentTheRecord() {
        final LayoutPicture picture = header()
                .field("processorIndex", "u16", EtwHeaderLayout.PROCESSOR_INDEX_OFFSET, 2)
                .field("loggerId", "u16", EtwHeaderLayout.LOGGER_ID_OFFSET, 2)
                .field("extendedDataCount", "u16", EtwHeaderLayout.EXTENDED_DATA_COUNT_OFFSET, 2)
                .field("userDataLength", "u16", EtwHeaderLayout.USER_DATA_LENGTH_OFFSET, 2)
                .field("extendedData", "pointer", EtwHeaderLayout.EXTENDED_DATA_OFFSET, 8)
                .field("userData", "pointer", EtwHeaderLayout.USER_DATA_OFFSET, 8)
                .field("userContext", "pointer", EtwHeaderLayout.USER_CONTEXT_OFFSET, 8)
                .ends(EtwHeaderLayout.RECORD_LENGTH, EtwHeaderLayout.class);

        assertThat(EtwHeaderLayout.RECORD_LENGTH).isEqualTo(112);
        PAGE.checkSection("record", picture.drawFrom(EtwHeaderLayout.LENGTH));
    }

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

    private static LayoutPicture header() {
        return new LayoutPicture()
                .field("size", "u16", EtwHeaderLayout.SIZE_OFFSET, 2)
                .field("headerType", "u16", EtwHeaderLayout.HEADER_TYPE_OFFSET, 2)
                .field("flags", "u16", EtwHeaderLayout.FLAGS_OFFSET, 2)
                .field("eventProperty", "u16", EtwHeaderLayout.EVENT_PROPERTY_OFFSET, 2)
                .field("threadId", "u32", EtwHeaderLayout.THREAD_ID_OFFSET, 4)
                .field("processId", "u32", EtwHeaderLayout.PROCESS_ID_OFFSET, 4)
                .field("timestamp", "i64", EtwHeaderLayout.TIMESTAMP_OFFSET, 8)
                .field("providerId", "GUID", EtwHeaderLayout.PROVIDER_ID_OFFSET, 16)
                .field("descriptor", "16 bytes", EtwHeaderLayout.DESCRIPTOR_OFFSET, 16)
                .field("processorTime", "u64", EtwHeaderLayout.PROCESSOR_TIME_OFFSET, 8)
                .field("activityId", "GUID", EtwHeaderLayout.ACTIVITY_ID_OFFSET, 16);
    }
}
