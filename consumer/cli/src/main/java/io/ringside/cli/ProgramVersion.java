package io.ringside.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of the program, read from a resource that the build creates. */
final class ProgramVersion implements IVersionProvider {
    private static final String RESOURCE = "ringside.properties";

    @Override
    public String[] getVersion() {
        return new String[]{"ringside " + text() + " (Java " + Runtime.version() + ")"};
    }

    static String text() {
        try (InputStream in = ProgramVersion.class.getResourceAsStream(RESOURCE)) {
            final Properties properties = new Properties();
            properties.load(Objects.requireNonNull(in, RESOURCE));
            return properties.getProperty("version");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
