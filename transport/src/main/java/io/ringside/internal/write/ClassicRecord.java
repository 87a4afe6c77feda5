package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.event.GuidEncoding;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The record of one write of a classic provider: an event of a class, possibly with an instance, or a message. Reused
 * for each write, allocates nothing; used by one thread at a time. Its contents have been checked.
 */
public final class ClassicRecord {
    /** Flag of a message: a sequence number precedes the arguments. */
    public static final int SEQUENCE = 0x01;
    /** Flag of a message: a GUID precedes the arguments. */
    public static final int GUID = 0x02;
    /** Flag of a message: a number precedes the arguments in place of a GUID. */
    public static final int COMPONENT_ID = 0x04;
    /** Flag of a message: the time precedes the arguments. */
    public static final int TIMESTAMP = 0x08;
    /** Flag of a message: the same as {@link #TIMESTAMP}. */
    public static final int PERFORMANCE_TIMESTAMP = 0x10;
    /** Flag of a message: the ids of thread and process precede the arguments. */
    public static final int SYSTEM_INFO = 0x20;

    private static final int PREFIX_LENGTH_MAX = Integer.BYTES + GuidEncoding.LENGTH + Long.BYTES + 2 * Integer.BYTES;
    private static final int NO_TIMESTAMP = -1;
    private static final int PROCESS_ID = (int) ProcessHandle.current().pid();

    private final DataDescriptors ownData = new DataDescriptors();
    private DataDescriptors data = ownData;
    /** The part of a message before its arguments. Not an Agrona buffer: it also exists where nothing is traced. */
    private final ByteBuffer prefix = ByteBuffer.allocate(PREFIX_LENGTH_MAX).order(ByteOrder.LITTLE_ENDIAN);
    private int prefixLength;
    private int timestampOffset;
    private long reference;
    private boolean isMessage;
    private boolean isInstance;
    private boolean hasTime;
    private long time;
    private long idMost;
    private long idLeast;
    private long facts;
    private long instanceIds;
    private long parentMost;
    private long parentLeast;
    private int messageNumber;
    private int messageFlags;
    private int componentId;

    /** An empty record. */
    public ClassicRecord() {
        // The record is filled before each use.
    }

    /**
     * Begin an event.
     *
     * @param classMost  most significant half of the class's id
     * @param classLeast least significant half of the class's id
     * @param eventFacts facts as encoded by {@link ExtendedItemDescriptor#classicFacts}
     * @return this record, without data
     */
    public ClassicRecord event(final long classMost, final long classLeast, final long eventFacts) {
        begin(classMost, classLeast);
        data = ownData.reset();
        isMessage = false;
        facts = eventFacts;
        return this;
    }

    /**
     * Begin a message.
     *
     * @param most        most significant half of its id, 0 without one
     * @param least       least significant half of its id, 0 without one
     * @param componentId number in place of an id
     * @param number      message number, 0 to 65,535
     * @param flags       mask of the constants of this class, and of others that only readers use
     * @param arguments   arguments, which are not copied before the write
     * @return this
     */
    public ClassicRecord message(final long most, final long least, final int componentId, final int number,
            final int flags, final DataDescriptors arguments) {
        begin(most, least);
        data = arguments;
        isMessage = true;
        this.componentId = componentId;
        messageNumber = number;
        messageFlags = flags;
        return this;
    }

    /**
     * Add the instance to which the event belongs.
     *
     * @param id          of the instance
     * @param parentId    of its parent, 0 for none
     * @param parentMost  most significant half of the parent's class
     * @param parentLeast least significant half of the parent's class
     * @return this
     */
    public ClassicRecord instance(final int id, final int parentId, final long parentMost, final long parentLeast) {
        isInstance = true;
        instanceIds = (long) parentId << Integer.SIZE | Integer.toUnsignedLong(id);
        this.parentMost = parentMost;
        this.parentLeast = parentLeast;
        return this;
    }

    /**
     * Set the time of the event explicitly.
     *
     * @param ticks of the session's clock
     * @return this
     */
    public ClassicRecord time(final long ticks) {
        hasTime = true;
        time = ticks;
        return this;
    }

    /** Returns the data of an event, which may be added to, or the arguments of a message. */
    public DataDescriptors data() {
        return data;
    }

    /** Sets the reference of the record's class; returns this. */
    ClassicRecord reference(final long classReference) {
        reference = classReference;
        return this;
    }

    long reference() {
        return reference;
    }

    private void begin(final long most, final long least) {
        idMost = most;
        idLeast = least;
        isInstance = false;
        hasTime = false;
        prefixLength = 0;
        timestampOffset = NO_TIMESTAMP;
    }

    boolean isMessage() {
        return isMessage;
    }

    boolean isInstance() {
        return isInstance;
    }

    long idMost() {
        return idMost;
    }

    long idLeast() {
        return idLeast;
    }

    /** Encode the part of a message before its arguments, except for the time. */
    void layPrefix(final SessionLanes session, final WriterThreads threads, final Thread caller) {
        if (!isMessage) {
            return;
        }
        int at = 0;
        if ((messageFlags & SEQUENCE) != 0) {
            if (session.isNumbering()) {
                prefix.putInt(at, session.nextNumber(threads));
                at += Integer.BYTES;
            } else {
                messageFlags &= ~SEQUENCE;
            }
        }
        if ((messageFlags & GUID) != 0) {
            prefix.putInt(at, (int) (idMost >>> Integer.SIZE));
            prefix.putShort(at + Integer.BYTES, (short) (idMost >>> Short.SIZE));
            prefix.putShort(at + Integer.BYTES + Short.BYTES, (short) idMost);
            prefix.putLong(at + Long.BYTES, Long.reverseBytes(idLeast));
            at += GuidEncoding.LENGTH;
        } else if ((messageFlags & COMPONENT_ID) != 0) {
            prefix.putInt(at, componentId);
            at += Integer.BYTES;
        }
        if ((messageFlags & (TIMESTAMP | PERFORMANCE_TIMESTAMP)) != 0) {
            timestampOffset = at;
            at += Long.BYTES;
        }
        if ((messageFlags & SYSTEM_INFO) != 0) {
            prefix.putInt(at, (int) caller.getId());
            prefix.putInt(at + Integer.BYTES, PROCESS_ID);
            at += 2 * Integer.BYTES;
        }
        prefixLength = at;
    }

    /** Stores the time in a message's prefix. Called once the clock has been read, after the attempt was counted. */
    void stamp(final long nowTicks) {
        if (timestampOffset != NO_TIMESTAMP) {
            prefix.putLong(timestampOffset, nowTicks);
        }
    }

    boolean hasTime() {
        return hasTime;
    }

    long time() {
        return time;
    }

    long payloadLength() {
        return prefixLength + data.payloadLength();
    }

    void copyTo(final UnsafeBuffer ring, final int index) {
        if (prefixLength > 0) {
            ring.putBytes(index, prefix, 0, prefixLength);
        }
        data.copyTo(ring, index + prefixLength);
    }

    void putEvent(final UnsafeBuffer ring, final int at) {
        ExtendedItemDescriptor.putClassic(ring, at, idMost, idLeast, facts, isInstance);
    }

    void putInstance(final UnsafeBuffer ring, final int at) {
        ExtendedItemDescriptor.putInstance(ring, at, instanceIds, parentMost, parentLeast, false);
    }

    void putMessage(final UnsafeBuffer ring, final int at) {
        ExtendedItemDescriptor.putMessage(ring, at, idMost, idLeast,
                (long) messageFlags << Integer.SIZE | messageNumber, false);
    }
}
