package io.ringside.internal.files;

import io.ringside.internal.layout.ProcessPageDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;

/**
 * Reads from a process page whether its process has ended in order and, if not, the pid and start time by which to find
 * it. Stateless.
 */
final class ProcessLife {
    private ProcessLife() {}

    /**
     * Returns whether an incarnation whose lock is free is alive all the same: it has not ended in order, and its
     * process, which is in this pid namespace, is running.
     *
     * @param page of the incarnation
     * @return false also if this cannot be determined
     */
    static boolean isRunning(final Path page) throws IOException {
        final ProcFileSystem own = ProcFileSystem.own();
        final ByteBuffer header = header(page);
        final long startNs = header.getLong(ProcessPageDescriptor.START_SINCE_BOOT_OFFSET);
        final UUID bootId = new UUID(header.getLong(ProcessPageDescriptor.BOOT_MOST_OFFSET),
                header.getLong(ProcessPageDescriptor.BOOT_LEAST_OFFSET));
        if (header.getLong(ProcessPageDescriptor.ENDED_OFFSET) != 0 || startNs <= 0 || own.pidNamespace() == 0
                || header.getLong(ProcessPageDescriptor.PID_NAMESPACE_OFFSET) != own.pidNamespace()
                || !bootId.equals(own.bootId())) {
            return false;
        }
        final long foundNs = own.startNs(header.getLong(ProcessPageDescriptor.PID_OFFSET));
        return foundNs > 0 && ProcFileSystem.isSameStart(startNs, foundNs);
    }

    /**
     * Record that an incarnation has ended, although its process may live on.
     *
     * @param page page of the incarnation, which need not exist
     * @return whether the page exists
     */
    static boolean end(final Path page) throws IOException {
        final boolean isThere = isPage(header(page));
        if (isThere) {
            try (FileChannel channel = FileChannel.open(page,
                    Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
                channel.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, 1),
                        ProcessPageDescriptor.ENDED_OFFSET);
            }
        }
        return isThere;
    }

    /** Returns the header of the page, or zeros if there is no page. */
    private static ByteBuffer header(final Path page) throws IOException {
        final ByteBuffer header = ByteBuffer.allocate(ProcessPageDescriptor.HEADER_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN);
        if (Files.isRegularFile(page, LinkOption.NOFOLLOW_LINKS)) {
            try (FileChannel channel = FileChannel.open(page,
                    Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                channel.read(header, 0);
            }
        }
        return isPage(header) ? header : ByteBuffer.allocate(ProcessPageDescriptor.HEADER_LENGTH);
    }

    private static boolean isPage(final ByteBuffer header) {
        return header.getLong(ProcessPageDescriptor.MAGIC_OFFSET) == ProcessPageDescriptor.MAGIC
                && header.getInt(ProcessPageDescriptor.VERSION_OFFSET) == ProcessPageDescriptor.VERSION;
    }
}
