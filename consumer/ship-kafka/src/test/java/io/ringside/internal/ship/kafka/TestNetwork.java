package io.ringside.internal.ship.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;

/** A network between clients and a broker: it delays, is silent for a while, or cuts connections. Thread-safe. */
final class TestNetwork implements AutoCloseable {
    private static final int BYTES = 64 * 1024;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ServerSocket door;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile long delayNs;
    private volatile boolean silent;
    private volatile boolean closed;

    /** Carries connections from a port to another. */
    TestNetwork(final int port, final int target) throws IOException {
        this.door = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        start(this::accept);
    }

    /** Delays everything from now on. */
    void delay(final long newDelayNs) {
        delayNs = newDelayNs;
    }

    /** Holds everything back, or lets it go. */
    void silent(final boolean newSilent) {
        silent = newSilent;
    }

    /** Cuts all connections. */
    void cut() {
        open.forEach(CloseHelper::quietClose);
        open.clear();
    }

    @Override
    public void close() {
        closed = true;
        CloseHelper.quietClose(door);
        cut();
    }

    private static void start(final Runnable work) {
        final Thread thread = new Thread(work, "test-network");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!closed) {
            try {
                final Socket client = door.accept();
                open.add(client);
                final Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(broker);
                start(() -> carry(client, broker));
                start(() -> carry(broker, client));
            } catch (final IOException e) {
                // The network or the broker has gone.
                cut();
            }
        }
    }

    private void carry(final Socket from, final Socket to) {
        final byte[] bytes = new byte[BYTES];
        try (from; to) {
            final InputStream in = from.getInputStream();
            final OutputStream out = to.getOutputStream();
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                LockSupport.parkNanos(delayNs);
                while (silent && !closed) {
                    LockSupport.parkNanos(LOOK_NS);
                }
                out.write(bytes, 0, length);
            }
        } catch (final IOException e) {
            // Cut, by one of the ends or by us.
            open.remove(from);
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }
}
