package io.ringside.event;

import io.ringside.docs.DocumentPage;
import io.ringside.docs.LayoutPicture;
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
}
