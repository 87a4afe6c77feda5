package io.ringside.internal.serve;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The address at which a server listens, and the clients that it admits. Immutable.
 *
 * @param address to listen on
 * @param hosts   names by which clients may call it, in small letters, apart from addresses and {@code localhost}
 * @param token   that clients need
 * @param tls     keys of the server; null for plain text
 */
public record ServeSettings(InetSocketAddress address, Set<String> hosts, AccessToken token, @Nullable SSLContext tls) {
    private static final Pattern LISTEN = Pattern.compile("(?:(\\[[0-9A-Fa-f:.%]+]|[^:\\[\\]/\\s]+):)?(\\d{1,5})");
    private static final int PORT_MAX = 0xFFFF;

    /** Copy the names. */
    public ServeSettings {
        final Set<String> names = new TreeSet<>();
        hosts.forEach(host -> names.add(host.toLowerCase(Locale.ROOT)));
        hosts = Set.copyOf(names);
    }

    /**
     * An address to listen on, as it is typed: {@code 127.0.0.1:7464}, {@code [::1]:7464}, or a port of the loopback
     * address.
     *
     * @param text as typed
     * @throws RingsideException if it is none, or its name is unknown
     */
    public static InetSocketAddress listen(final String text) {
        final Matcher parts = LISTEN.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > PORT_MAX) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "invalid address: listen=" + text
                    + ": expected ADDRESS:PORT such as 127.0.0.1:7464, or a port");
        }
        final int port = Integer.parseInt(parts.group(2));
        if (parts.group(1) == null) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(parts.group(1)), port);
        } catch (final UnknownHostException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "unknown host: listen=" + text
                    + ": give an address of this machine", e);
        }
    }

    /** Whether only this machine can reach it. */
    public boolean isLocal() {
        return address.getAddress().isLoopbackAddress();
    }
}
