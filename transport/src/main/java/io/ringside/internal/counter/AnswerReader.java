package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.counter.CounterAnswer.Instance;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.layout.AnswerDescriptor;
import io.ringside.internal.layout.FileHeader;
import io.ringside.provider.counter.CounterRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.AnswerDescriptor.ASKER_LEAST_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.ASKER_MOST_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.CALLBACK_STATUS_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.EPOCH_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.FILE_LENGTH_MAX;
import static io.ringside.internal.layout.AnswerDescriptor.HEADER_LENGTH;
import static io.ringside.internal.layout.AnswerDescriptor.INSTANCES_MAX;
import static io.ringside.internal.layout.AnswerDescriptor.INSTANCES_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.INSTANCE_ID_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.INSTANCE_NAME_LENGTH_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.MAGIC;
import static io.ringside.internal.layout.AnswerDescriptor.NUMBER_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.PROVIDER_LEAST_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.PROVIDER_MOST_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.SET_NUMBER_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.STATUS_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.VALUES_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.VERSION;

/**
 * Reads an answer from a copy of the whole file. Every number is checked before it is used; if any part cannot stem
 * from a correct writer, the whole answer is damaged. Not thread-safe.
 */
final class AnswerReader {
    private final Path path;
    private final UnsafeBuffer buffer;
    private final RequestMessage request;
    private final CounterSetSchema schema;
    private final Set<Long> ids = new HashSet<>();
    private final Set<String> names = new HashSet<>();

    private AnswerReader(
            final Path path, final byte[] bytes, final RequestMessage request, final CounterSetSchema schema) {
        this.path = path;
        this.buffer = new UnsafeBuffer(bytes);
        this.request = request;
        this.schema = schema;
    }

    /**
     * Copy an answer.
     *
     * @param path    path of the file
     * @param request request to which it is the answer
     * @param schema  of the set
     * @return the reader of the copy
     * @throws RingsideException if it is not a valid answer, or not the answer to this request
     */
    static AnswerReader open(final Path path, final RequestMessage request, final CounterSetSchema schema) {
        final AnswerReader reader = new AnswerReader(path, ExistingFile.read(path, FILE_LENGTH_MAX), request, schema);
        reader.check();
        return reader;
    }

    AnswerStatus status() {
        return AnswerStatus.ofCode(buffer.getInt(STATUS_OFFSET));
    }

    /**
     * Returns the callback's status and the requested instances.
     *
     * @return what was requested, and nothing else
     * @throws RingsideException if any part is damaged
     */
    CounterAnswer answer() {
        final CounterRequest.Mask mask = request.mask();
        final int count = buffer.getInt(INSTANCES_OFFSET);
        final int values = buffer.getInt(VALUES_OFFSET);
        final int expected = request.type() == CounterRequest.Type.COLLECT_DATA.code() ? schema.counters().size() : 0;
        if (count < 0 || count > INSTANCES_MAX || values != expected) {
            throw damaged("instances=" + count + ", values=" + values);
        }
        final List<Instance> instances = new ArrayList<>();
        int offset = HEADER_LENGTH;
        for (int i = 0; i < count; i++) {
            final int nameLength = nameLength(offset, values);
            final Instance instance = instance(offset, values, nameLength);
            // The first of two instances of a name counts; the writer may compare letter case differently.
            if (names.add(CounterPath.Instance.key(instance.name()))
                    && mask.wantsInstance(instance.name(), instance.id())
                    && (mask.collectMultiple() || instances.isEmpty())) {
                instances.add(instance);
            }
            offset += AnswerDescriptor.instanceLength(values, nameLength);
        }
        if (offset != buffer.capacity()) {
            throw damaged("length=" + buffer.capacity() + ", read=" + offset);
        }
        return new CounterAnswer(buffer.getInt(CALLBACK_STATUS_OFFSET), buffer.getLong(EPOCH_OFFSET), instances);
    }

    private void check() {
        if (buffer.capacity() < HEADER_LENGTH) {
            throw damaged("length=" + buffer.capacity());
        }
        FileHeader.check(path, buffer, MAGIC, VERSION);
        final Incarnation provider = new Incarnation(buffer.getLong(PROVIDER_MOST_OFFSET),
                buffer.getLong(PROVIDER_LEAST_OFFSET));
        final Incarnation asker = new Incarnation(buffer.getLong(ASKER_MOST_OFFSET),
                buffer.getLong(ASKER_LEAST_OFFSET));
        if (!provider.equals(request.provider()) || !asker.equals(request.name().asker())
                || buffer.getLong(NUMBER_OFFSET) != request.name().number()) {
            throw damaged("provider=" + provider + ", asker=" + asker + ", number=" + buffer.getLong(NUMBER_OFFSET));
        }
        if (status() == AnswerStatus.DAMAGED) {
            throw damaged("status=" + buffer.getInt(STATUS_OFFSET));
        }
        if (status() == AnswerStatus.ANSWERED && buffer.getInt(SET_NUMBER_OFFSET) != request.set()) {
            throw damaged("set=" + buffer.getInt(SET_NUMBER_OFFSET));
        }
    }

    private int nameLength(final int offset, final int values) {
        if (offset > buffer.capacity() - AnswerDescriptor.valueOffset(values)) {
            throw damaged("offset=" + offset + ", length=" + buffer.capacity());
        }
        final int nameLength = buffer.getInt(offset + INSTANCE_NAME_LENGTH_OFFSET);
        if (nameLength < 0 || nameLength > buffer.capacity() - offset - AnswerDescriptor.valueOffset(values)) {
            throw damaged("offset=" + offset + ", nameLength=" + nameLength);
        }
        return nameLength;
    }

    private Instance instance(final int offset, final int values, final int nameLength) {
        final byte[] text = new byte[nameLength];
        buffer.getBytes(offset + AnswerDescriptor.valueOffset(values), text);
        final String name = new String(text, StandardCharsets.UTF_8);
        final long id = buffer.getLong(offset + INSTANCE_ID_OFFSET);
        final boolean isAllowed = schema.kind().hasNames() ? CounterPath.Instance.isAllowed(name) : name.isEmpty();
        if (!isAllowed || id < 0 || id > CounterLimits.INSTANCE_ID_MAX || !ids.add(id)) {
            throw damaged("offset=" + offset + ", id=" + id);
        }
        final long[] copied = new long[values];
        for (int i = 0; i < values; i++) {
            copied[i] = request.mask().wantsCounter(schema.counters().get(i).id())
                    ? buffer.getLong(offset + AnswerDescriptor.valueOffset(i))
                    : 0;
        }
        return new Instance(name, id, copied);
    }

    private RingsideException damaged(final String reason) {
        return new RingsideException(ErrorCode.CORRUPT, "answer of a provider is damaged: path=" + path + ", " + reason
                + ": remove it");
    }
}
