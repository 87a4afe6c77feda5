package io.ringside.internal.registry;

import io.ringside.internal.layout.LayoutPage;
import io.ringside.internal.layout.ProcessPageDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessLayoutTest {
    @Test
    void shouldBeAsThePageShowsIt() {
        LayoutPage.of("layout-process.md", ProcessPageDescriptor.class)
                .structure("Header", "", ProcessPageDescriptor.HEADER_LENGTH)
                .structure("Acknowledgement", "ACK_", ProcessPageDescriptor.ACK_LENGTH)
                .structure("Losses", "LOSS_", ProcessPageDescriptor.LOSS_LENGTH)
                .structure("Tally", "TALLY_", ProcessPageDescriptor.TALLY_LENGTH)
                .structure("Schema", "SCHEMA_", ProcessPageDescriptor.SCHEMA_LENGTH)
                .verify();
    }

    @Test
    void shouldBeginWithReadableMagic() {
        final byte[] bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putLong(ProcessPageDescriptor.MAGIC).array();

        assertThat(new String(bytes, StandardCharsets.US_ASCII)).isEqualTo("RS-PROCS");
    }

    @Test
    void shouldPutTheTablesWhereThePageSays() {
        assertThat(ProcessPageDescriptor.ackOffset(0)).isEqualTo(1024);
        assertThat(ProcessPageDescriptor.lossOffset(0)).isEqualTo(9216);
        assertThat(ProcessPageDescriptor.schemaOffset(0)).isEqualTo(29696);
        assertThat(ProcessPageDescriptor.FILE_LENGTH).isEqualTo(291776);
    }

    @Test
    void shouldKeepWordsOfWritersAndDrainApart() {
        assertThat(ProcessPageDescriptor.LOSS_TALLIES_OFFSET - ProcessPageDescriptor.LOSS_NOT_ATTACHED_REPORTED_OFFSET)
                .as("bytes between them").isGreaterThanOrEqualTo(32);
        assertThat(ProcessPageDescriptor.LOSS_TALLIES_OFFSET % 64).isZero();
        assertThat(ProcessPageDescriptor.LOSS_LENGTH % 64).isZero();
        assertThat(ProcessPageDescriptor.lossOffset(0) % 64).isZero();
    }

    @Test
    void shouldEndEachRowWithItsSharedTally() {
        assertThat(ProcessPageDescriptor.tallyOffset(0, 0)).isEqualTo(9216 + 64);
        assertThat(ProcessPageDescriptor.tallyOffset(3, ProcessPageDescriptor.SHARED_TALLY)
                + ProcessPageDescriptor.TALLY_LENGTH).isEqualTo(ProcessPageDescriptor.lossOffset(4));
    }

    @Test
    void shouldNumberStatusesAndCausesInTheirOrder() {
        for (final AckStatus status : AckStatus.values()) {
            assertThat(AckStatus.ofCode(status.code())).isSameAs(status);
        }
        for (final AckCause cause : AckCause.values()) {
            assertThat(AckCause.ofCode(cause.code())).isSameAs(cause);
        }
        assertThat(AckStatus.ofCode(-1)).isNull();
        assertThat(AckStatus.ofCode(4)).isNull();
        assertThat(AckCause.ofCode(77)).isSameAs(AckCause.OTHER);
    }
}
