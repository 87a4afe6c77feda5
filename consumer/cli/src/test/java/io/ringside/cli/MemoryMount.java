package io.ringside.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * A file system in memory, of a size of its own. It is unmounted when it is closed, also if somebody still uses it.
 *
 * @param path where it is
 */
record MemoryMount(Path path) implements AutoCloseable {
    /**
     * Mount one. Where that is not allowed the test is left out, but fails where everything has to be tested.
     *
     * @param place folder that exists
     * @param size  such as 64m
     */
    static MemoryMount require(final Path place, final String size) throws IOException, InterruptedException {
        final String problem = run("mount", "-t", "tmpfs", "-o", "mode=0700,size=" + size, "ringside-test",
                place.toString());
        if (System.getenv("CI") != null) {
            assertThat(problem).as("tmpfs can be mounted: run as root, in a container with CAP_SYS_ADMIN").isEmpty();
        }
        assumeThat(problem).as("tmpfs can be mounted: run as root").isEmpty();
        return new MemoryMount(place);
    }

    /** Bytes that can still be written. */
    long freeBytes() throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    /** Writes a file that takes every byte that is left. */
    Path fill(final String name) throws IOException {
        return Files.write(path.resolve(name), new byte[(int) freeBytes()]);
    }

    @Override
    public void close() {
        try {
            assertThat(run("umount", "--lazy", path.toString())).isEmpty();
        } catch (final IOException | InterruptedException e) {
            throw new AssertionError("tmpfs is still mounted: path=" + path, e);
        }
    }

    /** What a command complains about; empty if it has done what it should. */
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
