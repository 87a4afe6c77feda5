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
 * The stack of the calling thread as text: a line {@code class.method(file:line)} for each frame, innermost first,
 * beginning with who called the write. The one part of a write that allocates, where a session asks for it. Stateless.
 */
final class StackText {
    /** Most frames; deeper stacks lose those at the outermost end. */
    static final int FRAMES_MAX = 192;

    private static final StackWalker WALKER = StackWalker.getInstance(Set.of(), FRAMES_MAX);
    /** Classes that a write passes through, which a user does not search for. */
    private static final Set<String> INNER = Set.of(
            "io.ringside.provider.ProviderRegistration",
            StackText.class.getName(), RecordDraft.class.getName(), WritingThread.class.getName(),
            ClaimedRoom.class.getName(), DeclaredEvent.class.getName(), ProviderState.class.getName());

    private StackText() {}

    /** The text; null where it cannot be had: an event is not to fail for the sake of its stack. */
    static byte @Nullable [] capture() {
        try {
            return WALKER.walk(StackText::text);
        } catch (final Throwable e) {
            // A full stack or heap: what follows meets it again, or does not.
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
