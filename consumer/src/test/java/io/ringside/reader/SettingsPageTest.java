package io.ringside.reader;

import io.ringside.docs.DocumentPage;
import io.ringside.docs.SettingTable;
import io.ringside.internal.recording.RecorderSettings;
import io.ringside.recording.RecorderContext;
import io.ringside.trigger.TriggerContext;
import org.junit.jupiter.api.Test;

class SettingsPageTest {
    private static final DocumentPage PAGE = DocumentPage.of("../../transport/docs/settings.md");

    @Test
    void shouldListTheSettingsOfAReaderWithTheirDefaults() {
        SettingTable.check(PAGE, ReaderContext.class, ReaderContext.class);
    }

    @Test
    void shouldListTheSettingsOfARecorderWithTheirDefaults() {
        SettingTable.check(PAGE, RecorderContext.class, RecorderSettings.class);
    }

    @Test
    void shouldListTheSettingsOfATriggerWithTheirDefaults() {
        SettingTable.check(PAGE, TriggerContext.class, TriggerContext.class);
    }
}
