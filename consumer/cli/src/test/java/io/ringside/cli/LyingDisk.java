package io.ringside.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * A disk that accepts more than it can store: a sparse image on a small file system in memory. What it cannot store is
 * an error at write-back, long after it was written.
 *
 * @param memory that has the image
 * @param path   where the disk is mounted
 */
record LyingDisk(MemoryMount memory, Path path) implements AutoCloseable {
    private static final long IMAGE_BYTES = 512L << 20;

    /**
     * Mount one. Where that is not allowed the test is left out, but fails where everything has to be tested.
     *
     * @param place  folder that exists
     * @param stored size of what can be stored, such as 64m
     */
    static LyingDisk require(final Path place, final String stored) throws IOException, InterruptedException {
        final MemoryMount memory = MemoryMount.require(Files.createDirectory(place.resolve("memory")), stored);
        final Path image = memory.path().resolve("image");
        final Path disk = Files.createDirectory(place.resolve("disk"));
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(IMAGE_BYTES);
        }
        String problem = run("mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-E", "nodiscard,lazy_itable_init=1",
                image.toString());
        problem += problem.isEmpty()
                ? run("mount", "-o", "loop,errors=continue", image.toString(), disk.toString())
                : "";
        if (!problem.isEmpty()) {
            memory.close();
        }
        if ("true".equals(System.getenv("CI"))) {
            assertThat(problem).as("image can be mounted: run as root, with loop devices and mkfs.ext4").isEmpty();
        }
        assumeThat(problem).as("image can be mounted: run as root").isEmpty();
        return new LyingDisk(memory, disk);
    }

    @Override
    public void close() {
        try {
            run("umount", path.toString());
        } catch (final IOException | InterruptedException e) {
            throw new AssertionError("disk is still mounted: path=" + path, e);
        } finally {
            memory.close();
        }
    }

    private static String run(final String... command) throws IOException, InterruptedException {
        final Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (final IOException e) {
            return e.toString();
        }
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : String.join(" ", command) + ": " + said.strip();
    }
}
