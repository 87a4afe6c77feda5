package io.ringside.internal.ship.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;

/**
 * A key with its certificate for 127.0.0.1, and a store for clients that trust it, both PKCS#12. Immutable.
 *
 * @param keys  store with the key
 * @param trust store with the certificate
 */
record TestKey(Path keys, Path trust) {
    private static final String PASSWORD = "changeit";

    /** Has keytool make one. */
    static TestKey make(final Path folder, final String name) throws IOException, InterruptedException {
        final Path keys = folder.resolve(name + ".p12");
        final Process keytool = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias", name,
                "-keyalg", "EC", "-storetype", "PKCS12", "-keystore", keys.toString(), "-storepass", PASSWORD, "-dname",
                "CN=" + name, "-ext", "san=ip:127.0.0.1", "-validity", "2")).redirectErrorStream(true).start();
        final String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new AssertionError("keytool makes no key: " + said);
        }
        final Path trust = folder.resolve(name + "-trust.p12");
        try (InputStream in = Files.newInputStream(keys); OutputStream out = Files.newOutputStream(trust)) {
            final KeyStore made = KeyStore.getInstance("PKCS12");
            made.load(in, PASSWORD.toCharArray());
            final KeyStore trusting = KeyStore.getInstance("PKCS12");
            trusting.load(null, null);
            trusting.setCertificateEntry(name, made.getCertificate(name));
            trusting.store(out, PASSWORD.toCharArray());
        } catch (final GeneralSecurityException e) {
            throw new AssertionError(e);
        }
        return new TestKey(keys, trust);
    }

    /** Lines for a broker that has the key. */
    String serverProperties() {
        return "listener.name.ssl.ssl.keystore.type=PKCS12\nlistener.name.ssl.ssl.keystore.location=" + keys
                + "\nlistener.name.ssl.ssl.keystore.password=" + PASSWORD + "\nlistener.name.ssl.ssl.key.password="
                + PASSWORD;
    }

    /** For a client that trusts the certificate. */
    Map<String, String> clientProperties() {
        return Map.of("security.protocol", "SSL", "ssl.truststore.type", "PKCS12", "ssl.truststore.location",
                trust.toString(), "ssl.truststore.password", PASSWORD);
    }
}
