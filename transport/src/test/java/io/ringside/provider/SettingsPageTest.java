package io.ringside.provider;

import io.ringside.docs.DocumentPage;
import io.ringside.docs.SettingTable;
import org.junit.jupiter.api.Test;

class SettingsPageTest {
    @Test
    void shouldListTheSettingsOfTheRuntimeWithTheirDefaults() {
        SettingTable.check(DocumentPage.of("settings.md"), RingsideContext.class, RingsideContext.class);
    }
}
