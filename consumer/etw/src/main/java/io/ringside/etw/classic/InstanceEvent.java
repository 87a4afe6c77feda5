package io.ringside.etw.classic;

import io.ringside.internal.write.ClassicPort;
import org.jspecify.annotations.Nullable;

/**
 * Event of an instance of a registered class, with a link to a parent: ETW's EVENT_INSTANCE_HEADER with the data that
 * follow it. See {@link ClassicHeader}.
 */
public final class InstanceEvent extends ClassicHeader<InstanceEvent> {
    private @Nullable RegisteredClass eventClass;
    private @Nullable RegisteredClass parentClass;

    /** Creates an event with a header of its own, all zeros. */
    public InstanceEvent() {
        super(ClassicInstanceLayout.LENGTH);
    }

    @Override
    InstanceEvent self() {
        return this;
    }

    @Override
    void forget() {
        eventClass = null;
        parentClass = null;
    }

    /**
     * Set the instance that the event describes. Needed for a wrapped header too, because the header contains only
     * numbers.
     *
     * @param ofClass    registered class
     * @param instanceId of {@link RegisteredClass#createInstanceId}
     * @return this
     */
    public InstanceEvent instance(final @Nullable RegisteredClass ofClass, final int instanceId) {
        eventClass = ofClass;
        block().putLong(begin() + ClassicInstanceLayout.CLASS_HANDLE_OFFSET, handleOf(ofClass));
        block().putInt(begin() + ClassicInstanceLayout.INSTANCE_ID_OFFSET, instanceId);
        return this;
    }

    /**
     * Set the parent of the instance.
     *
     * @param ofClass    registered class; null for no parent
     * @param instanceId of {@link RegisteredClass#createInstanceId}; 0 for no parent. An id without a class is rejected
     * @return this
     */
    public InstanceEvent parent(final @Nullable RegisteredClass ofClass, final int instanceId) {
        parentClass = ofClass;
        block().putLong(begin() + ClassicInstanceLayout.PARENT_CLASS_HANDLE_OFFSET, handleOf(ofClass));
        block().putInt(begin() + ClassicInstanceLayout.PARENT_INSTANCE_ID_OFFSET, instanceId);
        return this;
    }

    /** Check the header and prepare the record for a session's port, without allocation. */
    ClassicStatus prepare(final @Nullable ClassicPort port) {
        final RegisteredClass known = eventClass;
        final int id = block().getInt(begin() + ClassicInstanceLayout.INSTANCE_ID_OFFSET);
        if (!isSized() || known == null || id == 0) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        if ((flags() & ClassicFlags.TRACED_GUID) == 0) {
            return ClassicStatus.INVALID_FLAGS;
        }
        if ((flags() & ~(ClassicFlags.KNOWN & ~ClassicFlags.USE_GUID_POINTER)) != 0) {
            return ClassicStatus.INVALID_FLAG_NUMBER;
        }
        final RegisteredClass parent = parentClass;
        final int parentId = block().getInt(begin() + ClassicInstanceLayout.PARENT_INSTANCE_ID_OFFSET);
        if (parent == null && parentId != 0) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        if (port != null && (!known.isOf(port) || (parent != null && !parent.isOf(port)))) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        begin(known.idMost(), known.idLeast()).instance(id, parentId, parent == null ? 0 : parent.idMost(),
                parent == null ? 0 : parent.idLeast());
        return gather();
    }

    private static long handleOf(final @Nullable RegisteredClass ofClass) {
        return ofClass == null ? 0 : ofClass.handle();
    }
}
