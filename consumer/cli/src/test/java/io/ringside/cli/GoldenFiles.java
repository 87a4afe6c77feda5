package io.ringside.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** The files of a case as one file, which is the same whenever it is made. */
final class GoldenFiles {
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private static final FileAttribute<Set<PosixFilePermission>> OWN = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private GoldenFiles() {}

    static Map<String, byte[]> unpack(final Path file) throws IOException {
        final Map<String, byte[]> files = new TreeMap<>();
        try (InputStream in = Files.newInputStream(file); ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), zip.readAllBytes());
            }
        }
        return files;
    }

    static byte[] pack(final Map<String, byte[]> files) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(Deflater.BEST_COMPRESSION);
            for (final Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
                final ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(TIME);
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        return out.toByteArray();
    }

    /** Puts the files into a new folder, which is for its owner alone. */
    static Path write(final Map<String, byte[]> files, final Path folder) throws IOException {
        Files.createDirectory(folder, OWN);
        for (final Map.Entry<String, byte[]> file : files.entrySet()) {
            final Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent(), OWN);
            Files.write(path, file.getValue());
        }
        return folder;
    }
}
