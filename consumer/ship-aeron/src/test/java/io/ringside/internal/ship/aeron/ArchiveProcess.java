package io.ringside.internal.ship.aeron;

import io.ringside.internal.files.ChildJvm;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An Archive in a process of its own, which can be killed and started again. For one thread. */
public final class ArchiveProcess implements AutoCloseable {
    private final Path folder;
    private final String host;
    private final int port;
    private ChildJvm process;

    /** Starts one whose files are in a folder. */
    public ArchiveProcess(final Path folder) throws IOException {
        this(folder, "localhost");
    }

    /** The same at another address of this machine. */
    public ArchiveProcess(final Path folder, final String host) throws IOException {
        this.folder = folder;
        this.host = host;
        this.port = freePorts();
        start();
    }

    /** The first of two ports. */
    private static int freePorts() throws IOException {
        int port = 0;
        while (port == 0) {
            try (DatagramSocket first = listen(0); DatagramSocket second = listen(first.getLocalPort() + 1)) {
                port = second.getLocalPort() - 1;
            } catch (final BindException e) {
                // Another pair.
                port = 0;
            }
        }
        return port;
    }

    private static DatagramSocket listen(final int port) throws IOException {
        return new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Starts it, and waits until it answers. */
    public void start() throws IOException {
        // What was killed is known to be dead: nobody needs to wait until its mark is old.
        Files.deleteIfExists(folder.resolve("archive/archive-mark.dat"));
        // With this collector it starts in two thirds of the time on a processor, which counts on a busy machine.
        process = ChildJvm.start(List.of("-Xmx256m", "-XX:+UseSerialGC", "--add-opens",
                "java.base/java.util.zip=ALL-UNNAMED"), ArchiveMain.class, folder.resolve("driver").toString(),
                folder.resolve("archive").toString(), host + ":" + port);
        final String line = process.readLine();
        if (line == null || !line.startsWith("begun")) {
            throw new AssertionError("Archive does not start: folder=" + folder + ", line=" + line);
        }
    }

    /** SIGKILL. */
    public void kill() {
        process.kill();
    }

    /** Sends it a signal. */
    void signal(final String name) throws IOException, InterruptedException {
        process.signal(name);
    }

    /** Host and port. */
    public String server() {
        return host + ":" + port;
    }

    /** A channel for data, with terms so small that most records are longer than a message. */
    String smallDataChannel() {
        return "aeron:udp?endpoint=" + host + ":" + (port + 1) + "|term-length=64k";
    }

    /** Where a test ships to. Whatever fails is found soon. */
    ShipContext context(final String topic) {
        return new ShipContext("aeron://" + server() + "/" + topic).host("here")
                .properties(Map.of(AeronSettings.MESSAGE_TIMEOUT, "4s"));
    }

    @Override
    public void close() {
        process.close();
    }
}
