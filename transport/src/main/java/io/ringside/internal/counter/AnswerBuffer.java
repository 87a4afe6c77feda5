package io.ringside.internal.counter;

import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.internal.layout.AnswerDescriptor;
import io.ringside.provider.counter.CounterRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.ExpandableArrayBuffer;
import org.jspecify.annotations.Nullable;

/** Collects the instances of an answer in their encoded form. Thread-safe. */
public final class AnswerBuffer extends CounterRequest.Buffer {
    private static final int FIRST_CAPACITY = 1024;

    private final CounterSetSchema schema;
    private final CounterRequest.Mask mask;
    private final boolean hasValues;
    private final boolean[] wanted;
    private final Set<Long> ids = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer(FIRST_CAPACITY);
    private int length = AnswerDescriptor.HEADER_LENGTH;
    private boolean isValid;

    AnswerBuffer(final CounterSetSchema schema, final CounterRequest.Mask mask, final CounterRequest.Type type) {
        this.schema = schema;
        this.mask = mask;
        this.hasValues = type == CounterRequest.Type.COLLECT_DATA;
        this.isValid = type.hasAnswer();
        final List<CounterSchema> counters = schema.counters();
        this.wanted = new boolean[hasValues ? counters.size() : 0];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = mask.wantsCounter(counters.get(i).id());
        }
    }

    @Override
    public synchronized CounterRequest.Buffer.AddStatus add(final @Nullable String name, final long id,
            final long... values) {
        if (!isValid) {
            return CounterRequest.Buffer.AddStatus.INVALID_HANDLE;
        }
        if (name == null || name.isEmpty() == schema.kind().hasNames()
                || (!name.isEmpty() && !CounterPath.Instance.isAllowed(name))) {
            return CounterRequest.Buffer.AddStatus.INVALID_NAME;
        }
        if (id < 0 || id > CounterLimits.INSTANCE_ID_MAX) {
            return CounterRequest.Buffer.AddStatus.INVALID_ID;
        }
        if (values.length < wanted.length) {
            return CounterRequest.Buffer.AddStatus.INVALID_BUFFER_SIZE;
        }
        if (!mask.wantsInstance(name, id)) {
            return CounterRequest.Buffer.AddStatus.NOT_WANTED;
        }
        final String key = CounterPath.Instance.key(name);
        if (ids.contains(id) || names.contains(key)) {
            return CounterRequest.Buffer.AddStatus.ALREADY_EXISTS;
        }
        if (!mask.collectMultiple() && !ids.isEmpty()) {
            return CounterRequest.Buffer.AddStatus.NOT_WANTED;
        }
        return append(name, key, id, values);
    }

    /** Ends the call. Returns the added instances, after room for the header, or null if the call has already ended. */
    synchronized byte @Nullable [] end() {
        if (!isValid) {
            return null;
        }
        isValid = false;
        final byte[] added = new byte[length];
        bytes.getBytes(0, added);
        return added;
    }

    @Override
    public synchronized int instances() {
        return ids.size();
    }

    /** Returns the number of values of each instance in the answer. */
    int values() {
        return wanted.length;
    }

    private CounterRequest.Buffer.AddStatus append(final String name, final String key, final long id,
            final long[] values) {
        final byte[] text = name.getBytes(StandardCharsets.UTF_8);
        final int offset = length;
        final int instanceLength = AnswerDescriptor.instanceLength(wanted.length, text.length);
        if (ids.size() == AnswerDescriptor.INSTANCES_MAX
                || offset + instanceLength > AnswerDescriptor.FILE_LENGTH_MAX) {
            return CounterRequest.Buffer.AddStatus.LIMIT;
        }
        bytes.checkLimit(offset + instanceLength);
        bytes.putLong(offset + AnswerDescriptor.INSTANCE_ID_OFFSET, id);
        bytes.putInt(offset + AnswerDescriptor.INSTANCE_NAME_LENGTH_OFFSET, text.length);
        for (int i = 0; i < wanted.length; i++) {
            // Values that were not requested are 0, whether the callback has set them or not.
            bytes.putLong(offset + AnswerDescriptor.valueOffset(i), wanted[i] ? values[i] : 0);
        }
        bytes.putBytes(offset + AnswerDescriptor.valueOffset(wanted.length), text);
        length = offset + instanceLength;
        ids.add(id);
        names.add(key);
        return CounterRequest.Buffer.AddStatus.ADDED;
    }
}
