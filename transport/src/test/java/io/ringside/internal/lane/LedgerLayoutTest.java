package io.ringside.internal.lane;

import io.ringside.internal.layout.LayoutPage;
import io.ringside.internal.layout.LedgerDescriptor;
import org.junit.jupiter.api.Test;

class LedgerLayoutTest {
    private static final String PAGE = "layout-ledger.md";

    @Test
    void shouldLieAsThePageShows() {
        LayoutPage.of(PAGE, LedgerDescriptor.class)
                .structure("Header", "", LedgerDescriptor.HEADER_LENGTH)
                .structure("Lane entry", "LANE_", LedgerDescriptor.LANE_LENGTH)
                .verify();
    }

    @Test
    void shouldLayCheckpointsAsThePageShows() {
        LayoutPage.of(PAGE, Checkpoint.class)
                .structure("Checkpoint slot", "", LedgerDescriptor.CHECKPOINT_LENGTH)
                .verify();
    }
}
