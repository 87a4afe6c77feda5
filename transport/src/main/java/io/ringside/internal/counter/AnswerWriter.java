package io.ringside.internal.counter;

import io.ringside.RingsideException;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.StagedFile;
import io.ringside.internal.layout.FileHeader;
import io.ringside.provider.counter.CounterCallback;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.AnswerDescriptor.ASKER_LEAST_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.ASKER_MOST_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.CALLBACK_STATUS_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.EPOCH_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.HEADER_LENGTH;
import static io.ringside.internal.layout.AnswerDescriptor.INSTANCES_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.MAGIC;
import static io.ringside.internal.layout.AnswerDescriptor.NUMBER_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.PROVIDER_LEAST_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.PROVIDER_MOST_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.SET_NUMBER_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.STATUS_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.VALUES_OFFSET;
import static io.ringside.internal.layout.AnswerDescriptor.VERSION;

/** Writes answers next to their requests. Thread-safe. */
final class AnswerWriter {
    private final Path folder;
    private final FileMaker files;

    /**
     * The header of an answer.
     *
     * @param set            number of the set
     * @param status         of the request
     * @param callbackStatus value that the callback has returned
     * @param epochNs        time at which the set was opened, in nanoseconds since 1970
     */
    record Facts(int set, AnswerStatus status, int callbackStatus, long epochNs) {}

    AnswerWriter(final Path folder, final FileMaker files) {
        this.folder = folder;
        this.files = files;
    }

    /**
     * Answers with instances.
     *
     * @param name      of the request
     * @param facts     header of the answer
     * @param buffer    buffer whose call has ended
     * @param bytes     content of the buffer
     * @param withdrawn returns whether the answer is no longer awaited
     */
    void answer(final RequestFileName name, final Facts facts, final AnswerBuffer buffer, final byte[] bytes,
            final BooleanSupplier withdrawn) {
        final UnsafeBuffer answer = header(name, facts, bytes);
        answer.putInt(INSTANCES_OFFSET, buffer.instances());
        answer.putInt(VALUES_OFFSET, buffer.values());
        publish(name, answer, withdrawn);
    }

    /** Answers without instances. */
    void refuse(final RequestFileName name, final int set, final AnswerStatus status) {
        publish(name, header(name, new Facts(set, status, CounterCallback.SUCCESS, 0), new byte[HEADER_LENGTH]),
                () -> false);
    }

    private UnsafeBuffer header(final RequestFileName name, final Facts facts, final byte[] bytes) {
        final UnsafeBuffer answer = new UnsafeBuffer(bytes);
        answer.putLong(PROVIDER_MOST_OFFSET, files.incarnation().most());
        answer.putLong(PROVIDER_LEAST_OFFSET, files.incarnation().least());
        answer.putLong(ASKER_MOST_OFFSET, name.asker().most());
        answer.putLong(ASKER_LEAST_OFFSET, name.asker().least());
        answer.putLong(NUMBER_OFFSET, name.number());
        answer.putLong(EPOCH_OFFSET, facts.epochNs());
        answer.putInt(SET_NUMBER_OFFSET, facts.set());
        answer.putInt(STATUS_OFFSET, facts.status().code());
        answer.putInt(CALLBACK_STATUS_OFFSET, facts.callbackStatus());
        return answer;
    }

    /**
     * Publishes the complete answer. An answer whose request is already gone is removed when the folder is read next.
     *
     * @throws RingsideException if it cannot be stored
     */
    private void publish(final RequestFileName name, final UnsafeBuffer answer, final BooleanSupplier withdrawn) {
        FileHeader.publish(answer, MAGIC, VERSION);
        try (StagedFile staged = files.stage(folder.resolve(name.answer().toString()), answer.byteArray())) {
            if (!withdrawn.getAsBoolean()) {
                staged.publish();
            }
        }
    }
}
