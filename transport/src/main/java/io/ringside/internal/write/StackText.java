package io.ringside.internal.write;

import java.io.ByteArrayOutputStream;
import java.lang.StackWalker.StackFrame;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.ExtendedItemDescriptor.STACK_TEXT_LENGTH_MAX;

/**
 * Captures the stack of the calling thread as text: a line {@code class.method(file:line)} for each frame, innermost
 * first, beginning with the caller of the write. The only part of a write that allocates, on a session's request.
 * Stateless.
 */
final class StackText {
    /** Maximum number of frames; deeper stacks lose the outermost ones. */
    static final int FRAMES_MAX = 192;

    private static final StackWalker WALKER = StackWalker.getInstance(Set.of(), FRAMES_MAX);
    /** Classes of the write path, which do not matter to a user. */
    private static final Set<String> INNER = Set.of(
            "io.ringside.provider.ProviderRegistration",
            StackText.class.getName(), RecordDraft.class.getName(), WritingThread.class.getName(),
            ClaimedRoom.class.getName(), DeclaredEvent.class.getName(), ProviderState.class.getName());

    private StackText() {}

    /** Returns the text; null if it is unavailable: an event does not fail because of its stack. */
    static byte @Nullable [] capture() {
        try {
            return WALKER.walk(StackText::text);
        } catch (final Throwable e) {
            // The stack or heap is full; the code that follows will fail by itself if that lasts.
            return null;
        }
    }

    private static byte[] text(final Stream<StackFrame> frames) {
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        final Iterator<StackFrame> outer = frames.dropWhile(frame -> INNER.contains(frame.getClassName()))
                .limit(FRAMES_MAX).iterator();
        while (outer.hasNext()) {
            final byte[] line = line(outer.next()).getBytes(StandardCharsets.UTF_8);
            final boolean isFirst = text.size() == 0;
            if (text.size() + (isFirst ? 0 : 1) + line.length > STACK_TEXT_LENGTH_MAX) {
                break;
            }
            if (!isFirst) {
                text.write('\n');
            }
            text.writeBytes(line);
        }
        return text.toByteArray();
    }

    private static String line(final StackFrame frame) {
        final StringBuilder line = new StringBuilder(frame.getClassName()).append('.').append(frame.getMethodName());
        final String file = frame.getFileName();
        if (frame.isNativeMethod()) {
            return line.append("(Native Method)").toString();
        }
        if (file == null) {
            return line.append("(Unknown Source)").toString();
        }
        line.append('(').append(file);
        if (frame.getLineNumber() >= 0) {
            line.append(':').append(frame.getLineNumber());
        }
        return line.append(')').toString();
    }
}
