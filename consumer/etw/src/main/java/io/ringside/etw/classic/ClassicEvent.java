package io.ringside.etw.classic;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Event of a class: ETW's EVENT_TRACE_HEADER with the data that follow it. See {@link ClassicHeader}. */
public final class ClassicEvent extends ClassicHeader<ClassicEvent> {
    private static final int MIDDLE_OFFSET = 4;
    private static final int HIGH_OFFSET = 6;
    private static final int TAIL_OFFSET = 8;
    private static final long SHORT_MASK = 0xFFFFL;

    private @Nullable UUID pointer;

    /** Creates an event with a header of its own, all zeros. */
    public ClassicEvent() {
        super(ClassicHeaderLayout.LENGTH);
    }

    @Override
    ClassicEvent self() {
        return this;
    }

    @Override
    void forget() {
        pointer = null;
    }

    /**
     * Set the class, which need not be registered.
     *
     * @param classId of the class
     * @return this
     */
    public ClassicEvent classId(final UUID classId) {
        final ByteBuffer header = block();
        final int at = begin() + ClassicHeaderLayout.CLASS_ID_OFFSET;
        final long most = classId.getMostSignificantBits();
        header.putInt(at, (int) (most >>> Integer.SIZE));
        header.putShort(at + MIDDLE_OFFSET, (short) (most >>> Short.SIZE));
        header.putShort(at + HIGH_OFFSET, (short) most);
        header.putLong(at + TAIL_OFFSET, Long.reverseBytes(classId.getLeastSignificantBits()));
        return this;
    }

    /**
     * Refer to the class's id, for {@link ClassicFlags#USE_GUID_POINTER}.
     *
     * @param classId of the class; null for none, which that flag does not allow
     * @return this
     */
    public ClassicEvent classPointer(final @Nullable UUID classId) {
        pointer = classId;
        return this;
    }

    /** Check the header and prepare the record, without allocation. */
    ClassicStatus prepare() {
        if (!isSized()) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        final int flags = flags();
        if ((flags & ClassicFlags.TRACED_GUID) == 0 || (flags & ~ClassicFlags.KNOWN) != 0) {
            return ClassicStatus.INVALID_FLAG_NUMBER;
        }
        if ((flags & ClassicFlags.USE_GUID_POINTER) == 0) {
            begin(most(), least());
            return gather();
        }
        final UUID classId = pointer;
        if (classId == null) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        begin(classId.getMostSignificantBits(), classId.getLeastSignificantBits());
        return gather();
    }

    private long most() {
        final ByteBuffer header = block();
        final int at = begin() + ClassicHeaderLayout.CLASS_ID_OFFSET;
        return ((long) header.getInt(at) << Integer.SIZE)
                | ((header.getShort(at + MIDDLE_OFFSET) & SHORT_MASK) << Short.SIZE)
                | (header.getShort(at + HIGH_OFFSET) & SHORT_MASK);
    }

    private long least() {
        return Long.reverseBytes(block().getLong(begin() + ClassicHeaderLayout.CLASS_ID_OFFSET + TAIL_OFFSET));
    }
}
