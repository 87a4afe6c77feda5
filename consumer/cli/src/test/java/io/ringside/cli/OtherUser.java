package io.ringside.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * A user of this machine who is not root, as whom the program is run.
 *
 * @param classPath that every user can read
 * @param uid       of the user
 * @param gid       of the user's only group
 * @param umask     what the user's processes mask out
 */
record OtherUser(String classPath, int uid, int gid, String umask) {
    private static final int WAIT_S = 60;

    /**
     * Copies the class path to where every user can read it. Where users cannot be changed the test is left out, but
     * fails where everything has to be tested.
     *
     * @param place folder that exists
     */
    static String require(final Path place) throws IOException {
        final boolean isRoot = (int) Files.getAttribute(place, "unix:uid") == 0;
        final boolean hasTool = Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "setpriv")));
        if (System.getenv("CI") != null) {
            assertThat(isRoot && hasTool).as("users can be changed: run as root, with setpriv of util-linux").isTrue();
        }
        assumeThat(isRoot && hasTool).as("users can be changed: run as root").isTrue();
        final Path folder = Files.createDirectory(place.resolve("class-path"));
        final List<String> entries = new ArrayList<>();
        for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            final Path from = Path.of(entry);
            if (!entry.isEmpty() && Files.exists(from)) {
                entries.add(copy(from, folder.resolve(entries.size() + "-" + from.getFileName())).toString());
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    /** Runs the program to its end. */
    ProgramRun run(final Path directory, final String... args) {
        return run(RingsideMain.class, ofProgram(directory, args));
    }

    /** Runs any main class to its end. */
    ProgramRun run(final Class<?> main, final List<String> args) {
        try {
            final Process process = start(main, args);
            process.getOutputStream().close();
            final Path err = Files.createTempFile("ringside-err-", ".txt");
            final Thread reader = new Thread(() -> copyErrors(process, err));
            reader.start();
            final List<String> out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines().toList();
            assertThat(process.waitFor(WAIT_S, TimeUnit.SECONDS)).as("program ends").isTrue();
            reader.join();
            final List<String> said = Files.readAllLines(err);
            Files.delete(err);
            return new ProgramRun(process.exitValue(), out, said);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while the program runs", e);
        }
    }

    /** Starts the program; to be ended by whoever started it. */
    Process start(final Path directory, final String... args) throws IOException {
        return start(RingsideMain.class, ofProgram(directory, args));
    }

    private Process start(final Class<?> main, final List<String> args) throws IOException {
        final List<String> program = java(main.getName());
        program.addAll(args);
        return new ProcessBuilder(as(program)).directory(new File("/")).start();
    }

    /** Runs an application to its end, and tells what it said. */
    String application(final String mainClass, final String... args) throws IOException, InterruptedException {
        final List<String> program = java(mainClass);
        program.addAll(List.of(args));
        return command(program.toArray(String[]::new));
    }

    /** A JVM with a main class, without arguments. */
    private List<String> java(final String mainClass) {
        final List<String> program = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        program.addAll(List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+", -1)));
        program.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, mainClass));
        return program;
    }

    /** Runs a command of the system as this user, and tells what it said. */
    String command(final String... command) throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(as(List.of(command))).directory(new File("/"))
                .redirectErrorStream(true).start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), said).isZero();
        return said;
    }

    private static List<String> ofProgram(final Path directory, final String... args) {
        final List<String> all = new ArrayList<>(List.of("--dir", directory.toString()));
        all.addAll(List.of(args));
        return all;
    }

    private List<String> as(final List<String> command) {
        final List<String> whole = new ArrayList<>(List.of("setpriv", "--reuid=" + uid, "--regid=" + gid,
                "--clear-groups", "sh", "-c", "umask " + umask + "; exec \"$@\"", "sh"));
        whole.addAll(command);
        return whole;
    }

    private static void copyErrors(final Process process, final Path to) {
        try {
            Files.write(to, process.getErrorStream().readAllBytes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path copy(final Path from, final Path to) throws IOException {
        final List<Path> files;
        try (Stream<Path> walk = Files.walk(from)) {
            files = walk.collect(Collectors.toList());
        }
        for (final Path file : files) {
            final Path target = to.resolve(from.relativize(file).toString());
            Files.copy(file, Files.isSameFile(file, from) ? to : target);
            Files.setPosixFilePermissions(Files.isSameFile(file, from) ? to : target,
                    PosixFilePermissions.fromString(Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
                            ? "rwxr-xr-x"
                            : "rw-r--r--"));
        }
        return to;
    }
}
