package io.ringside.cli.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds out whether systemd removes a trace directory when its owner's last login ends. Immutable. */
final class LogoutRemoval {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int LAST_SYSTEM_UID = 999;
    private static final String KEY = "RemoveIPC=";
    private static final Set<String> NEGATIONS = Set.of("no", "false", "off", "0", "n", "f");
    /** Folders of systemd's configuration; a file hides those of the same name in earlier folders. */
    private static final List<String> FOLDERS = List.of("usr/lib/systemd", "usr/local/lib/systemd", "run/systemd",
            "etc/systemd");

    private final Path root;

    /**
     * Creates a check of a machine.
     *
     * @param root root of the file system, which contains {@code etc}
     */
    LogoutRemoval(final Path root) {
        this.root = root;
    }

    /**
     * Returns the warning for a trace directory.
     *
     * @param directory to be checked
     * @return the problem and its remedy; null if systemd does not remove the directory
     */
    @Nullable
    String warning(final Path directory) {
        try {
            final Object uid = Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            return warning(directory, (Integer) uid, Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).getName());
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException e) {
            // The system has no systemd, or the directory was just removed.
            return null;
        }
    }

    /** Returns the warning for a directory with a known owner. */
    @Nullable
    String warning(final Path directory, final int uid, final String owner) {
        final boolean isRemoved = directory.startsWith(MEMORY) && uid > LAST_SYSTEM_UID
                && Files.isDirectory(root.resolve("run/systemd/system"))
                && !Files.exists(root.resolve("var/lib/systemd/linger").resolve(owner)) && removes();
        return isRemoved
                ? "systemd removes the directory and all its sessions when the last login of its owner ends: owner="
                        + owner + ", RemoveIPC=yes: set RemoveIPC=no in /etc/systemd/logind.conf, run loginctl"
                        + " enable-linger " + owner + ", or use another directory"
                : null;
    }

    private boolean removes() {
        boolean removes = true;
        for (final Path file : configuration()) {
            try {
                for (final String line : Files.readAllLines(file)) {
                    final String setting = line.replace(" ", "").strip();
                    if (setting.startsWith(KEY)) {
                        removes = !NEGATIONS.contains(setting.substring(KEY.length()).toLowerCase(Locale.ROOT));
                    }
                }
            } catch (final IOException e) {
                // This user may not be allowed to read the file; the other files still count.
            }
        }
        return removes;
    }

    /** Returns the main file, followed by the other files in the order of their names. */
    private List<Path> configuration() {
        final List<Path> files = new ArrayList<>();
        final SortedMap<String, Path> others = new TreeMap<>();
        for (final String folder : FOLDERS) {
            final Path main = root.resolve(folder).resolve("logind.conf");
            if (Files.exists(main)) {
                files.clear();
                files.add(main);
            }
            try (DirectoryStream<Path> found = Files.newDirectoryStream(root.resolve(folder).resolve("logind.conf.d"),
                    "*.conf")) {
                found.forEach(file -> others.put(String.valueOf(file.getFileName()), file));
            } catch (final IOException e) {
                // Most machines have no such folder.
            }
        }
        files.addAll(others.values());
        return files;
    }
}
