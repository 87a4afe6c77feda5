package io.ringside.internal.queue;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.Prerequisites;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.io.SingleThreadedChecked;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.jspecify.annotations.Nullable;

/** Configuration of Chronicle's queues. Stateless. */
final class QueueFiles {
    /** Maximum wait for a file that another process is creating. If that process was killed, it never completes. */
    static final long TIMEOUT_MS = 50;
    static final String METADATA = "metadata.cq4t";
    static final String DATA_SUFFIX = ".cq4";
    /** Packages of java.base that Chronicle accesses by reflection. */
    private static final List<String> OPEN_PACKAGES = List.of("java.lang.reflect", "sun.nio.ch");
    /** Module with signal classes that Chronicle loads; a modular application must require it explicitly. */
    private static final String UNSUPPORTED_MODULE = "jdk.unsupported";
    /** Words that the first document of the metadata, about 150 bytes long, always contains. */
    private static final List<String> METADATA_WORDS = List.of("header", "STStore", "wireType", "WireType",
            "BINARY_LIGHT", "metadata", "SCQMeta", "roll", "SCQSRoll", "length", "format", "epoch");
    private static final int METADATA_HEAD_LENGTH_MAX = 4096;
    private static final int CAUSES_MAX = 8;
    private static final int REASON_LENGTH_MAX = 120;

    /**
     * Logger of a warning about a flag that recordings do not need. Held, because a collected logger loses its level.
     */
    private static final Logger CLEANER_LOGGER = Logger
            .getLogger("net.openhft.chronicle.core.internal.cleaner.ReflectionBasedByteBufferCleanerService");

    static {
        setIfAbsent("chronicle.analytics.disable", "true");
        setIfAbsent("chronicle.announcer.disable", "true");
        setIfAbsent("chronicle.disk.monitor.disable", "true");
        // An error of a truncated file can surface in any later call, even while the lock of the background thread's
        // list is being acquired, which would never be released. So each thread releases the resources that it closes.
        setIfAbsent("background.releaser", "false");
        // Readers and the writer hold the lock of the metadata only for moments. Damaged metadata causes the same wait.
        setIfAbsent("chronicle.table.store.timeoutMS", "2000");
        CLEANER_LOGGER.setLevel(Level.OFF);
    }

    private QueueFiles() {}

    /**
     * Let a part of a queue be used by one thread after another. Chronicle ties it to the thread that uses it first,
     * but an agent does not run on the thread that opened it.
     */
    static <T extends SingleThreadedChecked> T handedOver(final T part) {
        part.singleThreadedCheckDisabled(true);
        return part;
    }

    /** Returns a builder with the settings that readers and the writer share. */
    static SingleChronicleQueueBuilder builder(final Path folder) {
        return SingleChronicleQueueBuilder.binary(folder.toFile()).checkInterrupts(false).timeoutMS(TIMEOUT_MS);
    }

    /** Rejects a JVM without a required flag: Chronicle would fail as if files were damaged. */
    static void requireFlags() {
        Prerequisites.require();
        final Module chronicle = Jvm.class.getModule();
        final String target = chronicle.isNamed() ? chronicle.getName() : "ALL-UNNAMED";
        final Stream<String> unsupported = ModuleLayer.boot().findModule(UNSUPPORTED_MODULE).isPresent()
                ? Stream.empty()
                : Stream.of("--add-modules " + UNSUPPORTED_MODULE);
        final String missing = Stream.concat(unsupported, OPEN_PACKAGES.stream()
                .filter(each -> !Object.class.getModule().isOpen(each, chronicle))
                .map(each -> "--add-opens java.base/" + each + "=" + target)).collect(Collectors.joining(" "));
        if (!missing.isEmpty()) {
            throw new RingsideException(ErrorCode.UNEXPECTED,
                    "JVM flag is missing: flag=" + missing + ": start the JVM with it");
        }
    }

    /** Returns whether a name in a recording's folder belongs to the queue. */
    static boolean isOurs(final String name) {
        // Chronicle renames a file, to a longer name, if the process that was creating it was killed.
        return name.contains(DATA_SUFFIX);
    }

    /**
     * Returns whether a folder contains a queue: its metadata, and a file for excerpts. Without the latter, the
     * metadata may be incomplete because its creator was killed.
     */
    static boolean exist(final Path folder) {
        return Files.isRegularFile(folder.resolve(METADATA), LinkOption.NOFOLLOW_LINKS) && hasData(folder);
    }

    /** Remove the files of a queue without an excerpt, whose creator no longer writes. */
    static void removeUnbegun(final Path folder) {
        if (!hasData(folder)) {
            ExistingFile.remove(folder.resolve(METADATA));
        }
    }

    private static boolean hasData(final Path folder) {
        return FolderListing.namesIn(folder).stream().anyMatch(name -> name.endsWith(DATA_SUFFIX));
    }

    /**
     * Rejects a folder in which a file of the queue is not a regular file. Chronicle opens any file with such a name:
     * it would wait forever for a fifo, and a link would lead out of the folder.
     */
    static void requireRegular(final Path folder) {
        for (final String name : FolderListing.namesIn(folder)) {
            final Path file = folder.resolve(name);
            if ((isOurs(name) || name.equals(METADATA)) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new RingsideException(ErrorCode.CORRUPT, "file of a recording is not a regular file: path="
                        + file + ": it is not part of the recording, remove it");
            }
        }
    }

    /** Rejects a folder without a queue, or with a queue that this user may not read. */
    static void requireReadable(final Path folder) {
        final RingsideException denied = denied(folder);
        if (denied != null) {
            throw denied;
        }
        requireRegular(folder);
        if (!exist(folder)) {
            throw new RingsideException(ErrorCode.NOT_FOUND,
                    "folder holds no recording: path=" + folder + ": give the folder that was recorded to");
        }
        requireWholeMetadata(folder);
    }

    /**
     * Rejects a queue whose metadata does not begin as expected: Chronicle would wait ten seconds for it to be
     * completed. Metadata is complete before the queue's first data file exists.
     */
    static void requireWholeMetadata(final Path folder) {
        if (!exist(folder)) {
            return;
        }
        final Path path = folder.resolve(METADATA);
        final ByteBuffer head = ByteBuffer.allocate(METADATA_HEAD_LENGTH_MAX).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            int part = 0;
            while (part >= 0 && head.hasRemaining()) {
                part = file.read(head);
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("read the metadata of a recording", path, e);
        }
        head.flip();
        final int length = head.remaining() < Integer.BYTES ? 0 : head.getInt(0) ^ ExcerptScan.META;
        final boolean isDocument = length > 0 && length <= head.remaining() - Integer.BYTES;
        final String header = isDocument
                ? new String(head.array(), Integer.BYTES, length, StandardCharsets.ISO_8859_1)
                : "";
        if (!METADATA_WORDS.stream().allMatch(header::contains)) {
            throw damagedMetadata(folder);
        }
    }

    /** Rejects a queue in which no file has a name that matches its metadata. */
    static void requireNamed(final Path folder, final CycleFiles files) {
        if (hasData(folder) && files.cycles().isEmpty()) {
            throw damagedMetadata(folder);
        }
    }

    private static RingsideException damagedMetadata(final Path folder) {
        return new RingsideException(ErrorCode.CORRUPT, "metadata of a recording is damaged: path="
                + folder.resolve(METADATA) + ": replace it with an undamaged copy, or with the " + METADATA
                + " of another recording that was made with the same --roll and --mode");
    }

    /**
     * Returns the reason why this user may not read a queue, which Chronicle would report as damaged; null if there is
     * none. A file that has just been removed is ignored.
     */
    private static @Nullable RingsideException denied(final Path folder) {
        try {
            Files.readAttributes(folder.resolve(METADATA), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (final AccessDeniedException e) {
            return denied(folder, "folder");
        } catch (final IOException e) {
            return null;
        }
        if (!Files.isReadable(folder)) {
            return denied(folder, "folder");
        }
        for (final String name : FolderListing.namesIn(folder)) {
            final Path file = folder.resolve(name);
            if (isOurs(name) && !Files.isReadable(file) && Files.exists(file)) {
                return denied(file, "file");
            }
        }
        return null;
    }

    private static RingsideException denied(final Path path, final String kind) {
        return new RingsideException(ErrorCode.ACCESS_DENIED, "no permission to read the recording: path=" + path
                + ": ask its owner for permission to read the " + kind);
    }

    /** Converts an exception of Chronicle into ours. */
    static RingsideException failed(final String action, final Path folder, final Throwable cause) {
        return new RingsideException(ErrorCode.CORRUPT, String.format(Locale.ROOT,
                "cannot %s: path=%s, reason=%s: check the disk's space and the folder's permissions", action, folder,
                cause instanceof ExceptionInInitializerError ? cause.getCause() : cause),
                cause);
    }

    /**
     * Converts an exception that Chronicle throws for a damaged, truncated or foreign file into ours. Chronicle throws
     * checked exceptions without declaring them.
     */
    static RingsideException unreadable(final String action, final Path folder, final Throwable cause) {
        settle(cause);
        if (cause instanceof final RingsideException known) {
            return known;
        }
        final RingsideException denied = denied(folder);
        if (denied != null) {
            denied.initCause(cause);
            return denied;
        }
        return new RingsideException(ErrorCode.CORRUPT, String.format(Locale.ROOT,
                "cannot %s: path=%s, reason=%s: check the folder's permissions, and restore intact files",
                action, folder, reasonOf(cause)), cause);
    }

    /** Waits for a pending fault of a mapping, which would otherwise be thrown while a lock is held. */
    private static void settle(final Throwable cause) {
        try {
            MappedFault.settle();
        } catch (final InternalError e) {
            cause.addSuppressed(e);
        }
    }

    static String reasonOf(final Throwable cause) {
        Throwable root = cause;
        for (int depth = 0; depth < CAUSES_MAX && root.getCause() != null && !(root instanceof LinkageError); depth++) {
            root = root.getCause();
        }
        if (cause instanceof InternalError || root instanceof InternalError) {
            return "a file is shorter than its content says";
        }
        final String text = root.toString();
        if (text.contains("TableStore") || text.contains(METADATA) || text.contains("listing.")) {
            return METADATA + " is damaged";
        }
        // Chronicle's messages about damaged bytes do not help users; those of the operating system do.
        return root instanceof FileSystemException || root instanceof Error
                ? text.substring(0, Math.min(text.length(), REASON_LENGTH_MAX)).lines().findFirst().orElse("unknown")
                : "the beginning of a file, or " + METADATA + ", is damaged";
    }

    private static void setIfAbsent(final String property, final String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
