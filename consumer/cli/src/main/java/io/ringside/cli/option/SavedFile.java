package io.ringside.cli.option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/**
 * A text that the user has saved for later commands: a file named by its path, or a file of the user's configuration by
 * its name. Immutable.
 *
 * @param path  of the file
 * @param bytes content of the file, must not be modified
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record SavedFile(Path path, byte[] bytes) {
    private static final int MAX_LENGTH = 64 * 1024;

    /**
     * Finds and reads a file: {@code NAME} without a slash is {@code NAME.ending} in the user's configuration if that
     * exists, anything else is a path.
     *
     * @param typed  name or path
     * @param ending file name extension of this kind of saved file, with its dot
     * @throws TypeConversionException with the searched places, if the file is not found
     */
    static SavedFile find(final String typed, final String ending) {
        return find(typed, ending, folder(System::getenv, System.getProperty("user.home")));
    }

    static SavedFile find(final String typed, final String ending, final Path folder) {
        final Path path;
        final Path saved;
        try {
            path = Path.of(typed);
            saved = folder.resolve(typed + ending);
        } catch (final InvalidPathException e) {
            throw new TypeConversionException("invalid path '" + typed + "': " + e.getReason());
        }
        final boolean isPath = path.getNameCount() != 1 || path.isAbsolute() || typed.contains("/");
        if (!isPath && Files.exists(saved)) {
            return read(saved);
        }
        if (typed.isEmpty() || Files.notExists(path)) {
            throw new TypeConversionException(isPath
                    ? "no such file: path=" + path
                    : "no such file: name=" + typed + ", searched=[" + saved + ", " + path.toAbsolutePath()
                            + "], saved=" + names(folder, ending));
        }
        return read(path);
    }

    /** Returns the folder of the user's configuration: in {@code $XDG_CONFIG_HOME}, else in {@code ~/.config}. */
    static Path folder(final UnaryOperator<String> environment, final String home) {
        final String configured = environment.apply("XDG_CONFIG_HOME");
        // The specification of this variable says to ignore a relative path.
        return (configured != null && configured.startsWith("/") ? Path.of(configured) : Path.of(home, ".config"))
                .resolve("ringside");
    }

    /**
     * Returns the content as text.
     *
     * @throws TypeConversionException if the content is not UTF-8
     */
    String text() {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (final CharacterCodingException e) {
            throw new TypeConversionException("file is not UTF-8 text: path=" + path);
        }
    }

    private static SavedFile read(final Path path) {
        try {
            if (!Files.isRegularFile(path) || Files.size(path) > MAX_LENGTH) {
                throw new TypeConversionException("not a regular file of at most " + MAX_LENGTH + " bytes: path="
                        + path);
            }
            return new SavedFile(path, Files.readAllBytes(path));
        } catch (final IOException e) {
            throw new TypeConversionException("file cannot be read: path=" + path + ", reason=" + e.getMessage());
        }
    }

    private static List<String> names(final Path folder, final String ending) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(ending))
                    .map(name -> name.substring(0, name.length() - ending.length())).sorted().toList();
        } catch (final IOException | UncheckedIOException e) {
            return List.of();
        }
    }
}
