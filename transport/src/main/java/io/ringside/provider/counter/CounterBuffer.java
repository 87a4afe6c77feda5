package io.ringside.provider.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.InstanceName;
import io.ringside.counter.MaskInformation;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.internal.layout.AnswerDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.ExpandableArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where a callback puts the instances of its answer (R7.14). It is valid until the callback returns, for all threads
 * that the callback lets work for it; whatever is added later is refused, and changes nothing.
 */
public final class CounterBuffer {
    private static final long[] NO_VALUES = {};
    private static final int FIRST_CAPACITY = 1024;

    private final CounterSetSchema schema;
    private final MaskInformation mask;
    private final boolean hasValues;
    private final boolean[] wanted;
    private final Set<Long> ids = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer(FIRST_CAPACITY);
    private int length = AnswerDescriptor.HEADER_LENGTH;
    private boolean isValid;

    public CounterBuffer(final CounterSetSchema schema, final MaskInformation mask, final CounterRequestType type) {
        this.schema = schema;
        this.mask = mask;
        this.hasValues = type == CounterRequestType.COLLECT_DATA;
        this.isValid = type.hasAnswer();
        final List<CounterSchema> counters = schema.counters();
        this.wanted = new boolean[hasValues ? counters.size() : 0];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = mask.wantsCounter(counters.get(i).id());
        }
    }

    /**
     * Add an instance without values, which is enough where instances are enumerated.
     *
     * @param name as {@link #add(String, long, long...)}
     * @param id   as {@link #add(String, long, long...)}
     * @return what became of it; {@link AddStatus#INVALID_BUFFER_SIZE} if values are collected
     */
    public AddStatus add(final @Nullable String name, final long id) {
        return add(name, id, NO_VALUES);
    }

    /**
     * Add an instance. Never throws because of what is added.
     *
     * @param name   unique in the set, letter case aside, and stable; empty where the set has one instance
     * @param id     unique in the set, 0..{@link CounterLimits#INSTANCE_ID_MAX}, stable (R7.12)
     * @param values one for each counter, in the order in which the set declares them; copied. What was not asked for
     *               may be anything; where instances are enumerated, none is looked at
     * @return what became of it; of several instances of one id or name the first counts (R7.13)
     */
    public synchronized AddStatus add(final @Nullable String name, final long id, final long... values) {
        if (!isValid) {
            return AddStatus.INVALID_HANDLE;
        }
        if (name == null || name.isEmpty() == schema.kind().hasNames()
                || (!name.isEmpty() && !InstanceName.isAllowed(name))) {
            return AddStatus.INVALID_NAME;
        }
        if (id < 0 || id > CounterLimits.INSTANCE_ID_MAX) {
            return AddStatus.INVALID_ID;
        }
        if (values.length < wanted.length) {
            return AddStatus.INVALID_BUFFER_SIZE;
        }
        if (!mask.wantsInstance(name, id)) {
            return AddStatus.NOT_WANTED;
        }
        final String key = InstanceName.key(name);
        if (ids.contains(id) || names.contains(key)) {
            return AddStatus.ALREADY_EXISTS;
        }
        if (!mask.collectMultiple() && !ids.isEmpty()) {
            return AddStatus.NOT_WANTED;
        }
        return append(name, key, id, values);
    }

    /** The call has returned. Gives what it has added, with room for the header in front, or null if it was over. */
    public synchronized byte @Nullable [] end() {
        if (!isValid) {
            return null;
        }
        isValid = false;
        final byte[] added = new byte[length];
        bytes.getBytes(0, added);
        return added;
    }

    /** Instances that were added. */
    public synchronized int instances() {
        return ids.size();
    }

    /** Values of each of them in the answer. */
    public int values() {
        return wanted.length;
    }

    private AddStatus append(final String name, final String key, final long id, final long[] values) {
        final byte[] text = name.getBytes(StandardCharsets.UTF_8);
        final int offset = length;
        final int instanceLength = AnswerDescriptor.instanceLength(wanted.length, text.length);
        if (ids.size() == AnswerDescriptor.INSTANCES_MAX
                || offset + instanceLength > AnswerDescriptor.FILE_LENGTH_MAX) {
            return AddStatus.LIMIT;
        }
        bytes.checkLimit(offset + instanceLength);
        bytes.putLong(offset + AnswerDescriptor.INSTANCE_ID_OFFSET, id);
        bytes.putInt(offset + AnswerDescriptor.INSTANCE_NAME_LENGTH_OFFSET, text.length);
        for (int i = 0; i < wanted.length; i++) {
            // What was not asked for is the same whether the callback has left it out or not.
            bytes.putLong(offset + AnswerDescriptor.valueOffset(i), wanted[i] ? values[i] : 0);
        }
        bytes.putBytes(offset + AnswerDescriptor.valueOffset(wanted.length), text);
        length = offset + instanceLength;
        ids.add(id);
        names.add(key);
        return AddStatus.ADDED;
    }
}
