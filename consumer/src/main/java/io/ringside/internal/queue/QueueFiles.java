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

/** Set-up of Chronicle's queues. Stateless. */
final class QueueFiles {
    /** Longest wait for a file that somebody else begins: if that one was killed over it, it never comes. */
    static final long TIMEOUT_MS = 50;
    static final String METADATA = "metadata.cq4t";
    static final String DATA_SUFFIX = ".cq4";
    /** Packages of java.base into which Chronicle reaches by reflection. */
    private static final List<String> OPEN_PACKAGES = List.of("java.lang.reflect", "sun.nio.ch");
    /** It has classes of the signals, which Chronicle loads; a modular application has it only if somebody asks. */
    private static final String UNSUPPORTED_MODULE = "jdk.unsupported";
    /** Words that the first document of the metadata, of a hundred and fifty bytes, contains in any case. */
    private static final List<String> METADATA_WORDS = List.of("header", "STStore", "wireType", "WireType",
            "BINARY_LIGHT", "metadata", "SCQMeta", "roll", "SCQSRoll", "length", "format", "epoch");
    private static final int METADATA_HEAD_LENGTH_MAX = 4096;
    private static final int CAUSES_MAX = 8;
    private static final int REASON_LENGTH_MAX = 120;

    /**
     * It describes a flag that recordings do not need. Held, since loggers that nobody holds forget how they were set.
     */
    private static final Logger CLEANER_LOGGER = Logger
            .getLogger("net.openhft.chronicle.core.internal.cleaner.ReflectionBasedByteBufferCleanerService");

    static {
        setIfAbsent("chronicle.analytics.disable", "true");
        setIfAbsent("chronicle.announcer.disable", "true");
        setIfAbsent("chronicle.disk.monitor.disable", "true");
        // An error of a file that was truncated can come out of any later call, also of the one that takes the lock of
        // the background thread's list: nobody would give that back. So who closes something lets go of it himself.
        setIfAbsent("background.releaser", "false");
        // Readers and the writer hold the lock of the metadata for moments. What is damaged is waited for as well.
        setIfAbsent("chronicle.table.store.timeoutMS", "2000");
        CLEANER_LOGGER.setLevel(Level.OFF);
    }

    private QueueFiles() {}

    /**
     * Let a part of a queue be used by one thread after the other. Chronicle ties it to the thread that uses it first,
     * but an agent runs on another thread than the one that has opened it.
     */
    static <T extends SingleThreadedChecked> T handedOver(final T part) {
        part.singleThreadedCheckDisabled(true);
        return part;
    }

    /** A builder with what readers and the writer have in common. */
    static SingleChronicleQueueBuilder builder(final Path folder) {
        return SingleChronicleQueueBuilder.binary(folder.toFile()).checkInterrupts(false).timeoutMS(TIMEOUT_MS);
    }

    /** Rejects a JVM that lacks a flag: Chronicle fails without it as if files were damaged. */
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

    /** Whether a name in a recording's folder is one of the queue's. */
    static boolean isOurs(final String name) {
        // Chronicle puts a file aside, under a longer name, if it was begun by somebody who was killed over it.
        return name.contains(DATA_SUFFIX);
    }

    /**
     * Whether a folder holds a queue: what Chronicle keeps for itself, and a file for excerpts. Without the second,
     * the first may be half made, by somebody who was killed over it.
     */
    static boolean exist(final Path folder) {
        return Files.isRegularFile(folder.resolve(METADATA), LinkOption.NOFOLLOW_LINKS) && hasData(folder);
    }

    /** Remove what was made of a queue without an excerpt, by somebody who does not write any more. */
    static void removeUnbegun(final Path folder) {
        if (!hasData(folder)) {
            ExistingFile.remove(folder.resolve(METADATA));
        }
    }

    private static boolean hasData(final Path folder) {
        return FolderListing.namesIn(folder).stream().anyMatch(name -> name.endsWith(DATA_SUFFIX));
    }

    /**
     * Refuses a folder in which something else is in the place of a file of the queue. Chronicle opens whatever has
     * such a name: a fifo would have it wait forever, and a link would lead it out of the folder.
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

    /** Refuses a folder without a queue, or with one that this user may not read. */
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
     * Rejects a queue whose metadata does not begin as any does: Chronicle would wait ten seconds for somebody to
     * complete it. It is complete before the queue's first data file is there.
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

    /** Refuses a queue of which no file has a name that goes with its metadata. */
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
     * none. A file that has just been removed is not missed.
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

    /** Turns what Chronicle throws into what we throw. */
    static RingsideException failed(final String action, final Path folder, final Throwable cause) {
        return new RingsideException(ErrorCode.CORRUPT, String.format(Locale.ROOT,
                "cannot %s: path=%s, reason=%s: check the disk's space and the folder's permissions", action, folder,
                cause instanceof ExceptionInInitializerError ? cause.getCause() : cause),
                cause);
    }

    /**
     * Turns what Chronicle throws over a file that is damaged, truncated or not its own into what we throw. It throws
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

    /** A fault of a mapping that is still to come would come in the middle of a lock. */
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
        // Chronicle's messages about damaged bytes help nobody; those of the system do.
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
