package io.ringside.internal.lane;

import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LayoutPage;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RingLayoutTest {
    private static final String PAGE = "layout-ring.md";

    @Test
    void shouldLayBlockHeadersAsThePageShows() {
        LayoutPage.of(PAGE, BlockDescriptor.class)
                .structure("Block header", "", BlockDescriptor.HEADER_LENGTH)
                .verify();
    }

    @Test
    void shouldLayFramesAsThePageShows() {
        LayoutPage.of(PAGE, FrameDescriptor.class)
                .structure("Record header", "", FrameDescriptor.RECORD_HEADER_LENGTH)
                .structure("Owner frame", "OWNER_", FrameDescriptor.OWNER_LENGTH)
                .structure("Gap frame", "GAP_", FrameDescriptor.GAP_LENGTH)
                .verify();
    }

    @Test
    void shouldLayExtendedItemsAsThePageShows() {
        LayoutPage.of(PAGE, ExtendedItemDescriptor.class)
                .structure("Extended item", "", ExtendedItemDescriptor.HEADER_LENGTH)
                .structure("Virtual thread item", "VIRTUAL_THREAD_", ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH)
                .structure("Thread name item", "THREAD_NAME_", ExtendedItemDescriptor.HEADER_LENGTH)
                .structure("Related activity item", "RELATED_ACTIVITY_",
                        ExtendedItemDescriptor.RELATED_ACTIVITY_LENGTH)
                .structure("Event key item", "EVENT_KEY_", ExtendedItemDescriptor.EVENT_KEY_LENGTH)
                .structure("Process start key item", "PROCESS_START_KEY_",
                        ExtendedItemDescriptor.PROCESS_START_KEY_LENGTH)
                .structure("Rate item", "RATE_", ExtendedItemDescriptor.RATE_LENGTH)
                .structure("String item", "STRING_", ExtendedItemDescriptor.STRING_LENGTH)
                .structure("Event property item", "EVENT_PROPERTY_", ExtendedItemDescriptor.EVENT_PROPERTY_LENGTH)
                .structure("Classic item", "CLASSIC_", ExtendedItemDescriptor.CLASSIC_LENGTH)
                .structure("Instance item", "INSTANCE_", ExtendedItemDescriptor.INSTANCE_LENGTH)
                .structure("Message item", "MESSAGE_", ExtendedItemDescriptor.MESSAGE_LENGTH)
                .structure("Stack item", "STACK_", ExtendedItemDescriptor.HEADER_LENGTH)
                .verify();
    }

    @Test
    void shouldWriteTheBytesOfAVirtualThreadsItemAsAlways() {
        final UnsafeBuffer item = new UnsafeBuffer(new byte[ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH]);
        ExtendedItemDescriptor.putVirtualThread(item, 0, 0x1122334455667788L, false);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(item.byteArray()))
                .isEqualTo("01 00 10 00 00 00 00 00 88 77 66 55 44 33 22 11");
        assertThat(FrameDescriptor.EXTENDED).isEqualTo(0x1000_0000_0000_0000L);
    }

    @Test
    void shouldWriteTheBytesOfARatesItemAsAlways() {
        final UnsafeBuffer item = new UnsafeBuffer(new byte[ExtendedItemDescriptor.RATE_LENGTH]);
        ExtendedItemDescriptor.putRate(item, 0, 0x11223344, 0x1122334455667788L, true);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(item.byteArray())).isEqualTo(
                "10 00 18 00 01 00 00 00 44 33 22 11 00 00 00 00 88 77 66 55 44 33 22 11");
    }

    @Test
    void shouldWriteTheBytesOfClassicItemsAsAlways() {
        final UnsafeBuffer items = new UnsafeBuffer(new byte[96]);
        ExtendedItemDescriptor.putClassic(items, 0, 0x1122334455667788L, 9,
                ExtendedItemDescriptor.classicFacts(0xFE, 0xFF, 0xFFFF), true);
        ExtendedItemDescriptor.putInstance(items, 32, 7L << 32 | 0xFFFF_FFFFL, 1, 2, true);
        ExtendedItemDescriptor.putMessage(items, 64, 3, 4, 0x23L << 32 | 0xABCD, false);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(items.byteArray())).isEqualTo(String.join(" ",
                "08 00 20 00 01 00 00 00 88 77 66 55 44 33 22 11", // word, class
                "09 00 00 00 00 00 00 00 fe 00 ff 00 ff ff 00 00", // class; type, level, version
                "09 00 20 00 01 00 00 00 ff ff ff ff 07 00 00 00", // word; instance, parent
                "01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00", // parent's class
                "0a 00 20 00 00 00 00 00 03 00 00 00 00 00 00 00", // word, id
                "04 00 00 00 00 00 00 00 cd ab 00 00 23 00 00 00")); // id; number, flags
    }

    @Test
    void shouldWriteTheBytesOfAThreadsNameAsAlways() {
        final LaneFixture lane = new LaneFixture(LaneGeometry.MIN_LANE_BYTES, 0, 0);
        lane.write(1, 8);
        lane.writer.handOver(9, new OwnerName(new Thread("pool-é")));
        lane.write(2, 8);

        final byte[] frame = new byte[24];
        lane.ring.getBytes(64 + 40, frame);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(frame)).isEqualTo(String.join(" ",
                "18 00 00 00 02 00 ff 0f 09 00 00 00 00 00 00 00", // word: 16 + 7 + 1 bytes, owner; thread
                "70 6f 6f 6c 2d c3 a9 00"));
        final byte[] entry = new byte[32];
        lane.ledger.entry().getBytes(0, entry);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(entry)).isEqualTo(String.join(" ",
                "09 00 00 00 00 00 00 00 07 02 00 00 00 00 00 00", // owner; 7 bytes, stored the second time
                "09 00 00 00 00 00 00 00 70 6f 6f 6c 2d c3 a9 00"));
    }

    @Test
    void shouldWriteTheBytesOfTheFirstBlockAsAlways() {
        final LaneFixture lane = new LaneFixture(LaneGeometry.MIN_LANE_BYTES, 0x1F5, 0);
        lane.write(0x1122334455667788L, 8);
        lane.writer.handOver(9);
        lane.write(1, 9);

        final byte[] bytes = new byte[176];
        lane.ring.getBytes(0, bytes);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(bytes)).isEqualTo(String.join(" ",
                "52 53 42 4b 40 00 00 00 00 00 00 00 00 00 00 00", // magic, length, block number
                "f5 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00", // first number, lost full
                "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", // lost too large, lost error
                "01 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00", // owner, first time
                "28 00 00 f5 07 00 03 00 01 00 00 00 00 00 00 00", // word: 40 bytes, check, event 7, schema 3; time
                "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", // activity id
                "88 77 66 55 44 33 22 11 10 00 00 00 02 00 ff 0f", // payload; owner frame
                "09 00 00 00 00 00 00 00 29 00 00 f6 07 00 03 00", // new owner; word of 41 bytes
                "02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", // time
                "00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00", // activity id; payload
                "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"));
    }
}
