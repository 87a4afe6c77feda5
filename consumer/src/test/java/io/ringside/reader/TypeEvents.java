package io.ringside.reader;

import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.typed.Activity;
import io.ringside.typed.EventTime;
import io.ringside.typed.RelatedActivity;
import io.ringside.typed.Timestamp;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceKeyword;
import io.ringside.typed.TraceOpcode;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.TraceTask;
import io.ringside.typed.Unit;
import io.ringside.typed.Unsigned;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import org.agrona.DirectBuffer;

/**
 * One event for each type, "and" one with {@link Side all} of them.
 *
 * @see Level
 */
@TraceProvider("Example-Types")
@TraceKeyword(name = "numbers", mask = 0x1)
@TraceKeyword(name = "texts", mask = 0x8)
@TraceTask(name = "matching", value = 3)
@TraceOpcode(name = "match", value = 10)
interface TypeEvents {
    /** An enum. */
    enum Side {
        BUY, SELL
    }

    /** A record. */
    record Point(int x, double y) {}

    /** A record with whatever else may be in it. */
    @SuppressWarnings("ArrayRecordComponent")
    record Leg(Side side, String name, Point at, UUID id, long[] sizes, @Unit("lots") @Unsigned short lots,
            @Timestamp long time) {}

    @TraceEvent(id = 1)
    void truth(boolean value);

    @TraceEvent(id = 2)
    long bytes(byte value, @Unsigned byte unsigned);

    @TraceEvent(id = 3)
    long shorts(short value, @Unsigned short unsigned);

    @TraceEvent(id = 4)
    long character(char value);

    @TraceEvent(id = 5)
    long ints(int value, @Unsigned int unsigned);

    @TraceEvent(id = 6)
    long longs(long value, @Unsigned long unsigned);

    @TraceEvent(id = 7)
    long floats(float value);

    @TraceEvent(id = 8)
    long doubles(double value);

    @TraceEvent(id = 9)
    long constant(Side value);

    @TraceEvent(id = 10, keywords = "texts")
    long text(CharSequence value);

    @TraceEvent(id = 11, keywords = {"texts", "numbers"})
    long string(String value, int behind);

    @TraceEvent(id = 12)
    long byteArray(byte[] value);

    @TraceEvent(id = 13)
    long directBuffer(DirectBuffer value);

    @TraceEvent(id = 14)
    long byteBuffer(ByteBuffer value);

    @TraceEvent(id = 15)
    long uuid(UUID value);

    @TraceEvent(id = 16)
    long numberArrays(short[] shorts, int[] ints, long[] longs, float[] floats, double[] doubles);

    @TraceEvent(id = 17)
    long otherArrays(boolean[] truths, char[] chars);

    @TraceEvent(id = 18)
    long times(@Timestamp long value, Instant instant);

    @TraceEvent(id = 19)
    long point(Point value);

    @TraceEvent(id = 20, version = 2, level = Level.WARNING, keywords = "numbers", opcode = 10, task = 3, channel = 16)
    long leg(@Unit("1e-4 USD") long price, Leg value, int behind);

    @TraceEvent(id = 21, opcode = Opcode.START)
    long activity(@Activity UUID activity, int value, @RelatedActivity UUID related);

    @TraceEvent(id = 22)
    void nothing();

    /** The longest payload that is written without a look at its length: 63 bytes. */
    @TraceEvent(id = 23)
    long few(UUID first, UUID second, UUID third, long fourth, int fifth, short sixth, byte seventh);

    /** The shortest payload of a constant length that is laid out as those whose length varies: 64 bytes. */
    @TraceEvent(id = 24)
    long many(UUID first, UUID second, UUID third, UUID fourth);

    @TraceEvent(id = 25)
    long timed(@EventTime long timeNs, int value);

    /** Time and activities of an event that is claimed. */
    @TraceEvent(id = 26)
    long told(CharSequence text, @EventTime long timeNs, @Activity UUID activity);

    boolean pointEnabled();

    default boolean legEnabled() {
        return true;
    }
}
