package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.layout.FileHeader;
import io.ringside.provider.counter.CounterRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.RequestDescriptor.ASKER_LEAST_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.ASKER_MOST_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.COLLECT_MULTIPLE;
import static io.ringside.internal.layout.RequestDescriptor.COUNTER_MASK_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.FILE_LENGTH_MAX;
import static io.ringside.internal.layout.RequestDescriptor.FLAGS_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.HEADER_LENGTH;
import static io.ringside.internal.layout.RequestDescriptor.INSTANCE_ID_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.MAGIC;
import static io.ringside.internal.layout.RequestDescriptor.MASK_LENGTH_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.NUMBER_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.PROVIDER_LEAST_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.PROVIDER_MOST_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.SET_NUMBER_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.TIMEOUT_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.TYPE_OFFSET;
import static io.ringside.internal.layout.RequestDescriptor.VERSION;

/**
 * A request as it is stored in its file. Immutable.
 *
 * @param name      name of the file: the asking process, and the number of the request
 * @param provider  process that is asked
 * @param set       number of the set in the provider's process
 * @param type      type code, which may be unknown here
 * @param mask      requested counters and instances
 * @param timeoutNs longest wait for the answer
 */
record RequestMessage(RequestFileName name, Incarnation provider, int set, int type, CounterRequest.Mask mask,
        long timeoutNs) {

    /** Returns the encoded file. */
    byte[] encode() {
        final byte[] names = mask.instanceMask().getBytes(StandardCharsets.UTF_8);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[HEADER_LENGTH + names.length]);
        buffer.putLong(ASKER_MOST_OFFSET, name.asker().most());
        buffer.putLong(ASKER_LEAST_OFFSET, name.asker().least());
        buffer.putLong(PROVIDER_MOST_OFFSET, provider.most());
        buffer.putLong(PROVIDER_LEAST_OFFSET, provider.least());
        buffer.putLong(NUMBER_OFFSET, name.number());
        buffer.putLong(COUNTER_MASK_OFFSET, mask.counterMask());
        buffer.putLong(INSTANCE_ID_OFFSET, mask.instanceId());
        buffer.putLong(TIMEOUT_OFFSET, timeoutNs);
        buffer.putInt(SET_NUMBER_OFFSET, set);
        buffer.putInt(TYPE_OFFSET, type);
        buffer.putInt(FLAGS_OFFSET, mask.collectMultiple() ? COLLECT_MULTIPLE : 0);
        buffer.putInt(MASK_LENGTH_OFFSET, names.length);
        buffer.putBytes(HEADER_LENGTH, names);
        FileHeader.publish(buffer, MAGIC, VERSION);
        return buffer.byteArray();
    }

    /**
     * Read a request. The whole file is copied first, and only the copy is read.
     *
     * @param path     path of the file
     * @param name     of the file
     * @param provider that reads it
     * @return the request
     * @throws RingsideException with NOT_FOUND if the file has been removed, with another code if it is invalid
     */
    static RequestMessage read(final Path path, final RequestFileName name, final Incarnation provider) {
        final UnsafeBuffer buffer = new UnsafeBuffer(ExistingFile.read(path, FILE_LENGTH_MAX));
        if (buffer.capacity() < HEADER_LENGTH) {
            throw damaged(path, "length=" + buffer.capacity());
        }
        FileHeader.check(path, buffer, MAGIC, VERSION);
        final int maskLength = buffer.getInt(MASK_LENGTH_OFFSET);
        if (maskLength != buffer.capacity() - HEADER_LENGTH) {
            throw damaged(path, "maskLength=" + maskLength + ", length=" + buffer.capacity());
        }
        final Incarnation asker = new Incarnation(buffer.getLong(ASKER_MOST_OFFSET),
                buffer.getLong(ASKER_LEAST_OFFSET));
        final Incarnation asked = new Incarnation(buffer.getLong(PROVIDER_MOST_OFFSET),
                buffer.getLong(PROVIDER_LEAST_OFFSET));
        final long number = buffer.getLong(NUMBER_OFFSET);
        if (!asker.equals(name.asker()) || number != name.number() || !asked.equals(provider)) {
            throw damaged(path, "asker=" + asker + ", number=" + number + ", provider=" + asked);
        }
        final byte[] names = new byte[maskLength];
        buffer.getBytes(HEADER_LENGTH, names);
        return new RequestMessage(name, provider, buffer.getInt(SET_NUMBER_OFFSET), buffer.getInt(TYPE_OFFSET),
                CounterRequest.Mask.of(buffer.getLong(COUNTER_MASK_OFFSET), new String(names, StandardCharsets.UTF_8),
                        buffer.getLong(INSTANCE_ID_OFFSET), (buffer.getInt(FLAGS_OFFSET) & COLLECT_MULTIPLE) != 0),
                Math.max(0, buffer.getLong(TIMEOUT_OFFSET)));
    }

    private static RingsideException damaged(final Path path, final String reason) {
        return new RingsideException(ErrorCode.CORRUPT, "request for counters is damaged: path=" + path + ", " + reason
                + ": remove it");
    }
}
