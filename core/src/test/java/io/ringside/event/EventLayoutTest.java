package io.ringside.event;

import io.ringside.docs.DocumentPage;
import io.ringside.docs.LayoutPicture;
import io.ringside.internal.event.EtwHeaderLayout;
import io.ringside.internal.event.EventDescriptorLayout;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EventLayoutTest {
    private static final DocumentPage PAGE = DocumentPage.of("event-layouts.md");

    @Test
    @DisplayName("R1.1 the layout of a descriptor is the one that is documented")
    void shouldDocumentTheDescriptor() {
        final LayoutPicture picture = new LayoutPicture()
                .field("id", "u16", EventDescriptorLayout.ID_OFFSET, 2)
                .field("version", "u8", EventDescriptorLayout.VERSION_OFFSET, 1)
                .field("channel", "u8", EventDescriptorLayout.CHANNEL_OFFSET, 1)
                .field("level", "u8", EventDescriptorLayout.LEVEL_OFFSET, 1)
                .field("opcode", "u8", EventDescriptorLayout.OPCODE_OFFSET, 1)
                .field("task", "u16", EventDescriptorLayout.TASK_OFFSET, 2)
                .field("keyword", "u64", EventDescriptorLayout.KEYWORD_OFFSET, 8)
                .ends(EventDescriptorLayout.LENGTH, EventDescriptorLayout.class);

        assertThat(EventDescriptorLayout.LENGTH).isEqualTo(16);
        PAGE.checkSection("descriptor", picture.draw());
    }

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
                .field("descriptor", "16 bytes, see above", EtwHeaderLayout.DESCRIPTOR_OFFSET, 16)
                .field("processorTime", "u64", EtwHeaderLayout.PROCESSOR_TIME_OFFSET, 8)
                .field("activityId", "GUID", EtwHeaderLayout.ACTIVITY_ID_OFFSET, 16);
    }
}
