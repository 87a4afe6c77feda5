package io.ringside.internal.ship.aeron;

import io.aeron.ChannelUri;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.agrona.SystemUtil;
import org.jspecify.annotations.Nullable;

/** Channels and streams, derived from the address and the user's properties. Immutable. */
final class AeronSettings {
    /** Folder of a running media driver; without it, this process starts its own. */
    static final String DIR = "aeron.dir";
    static final String CONTROL_CHANNEL = "aeron.archive.control.channel";
    static final String CONTROL_STREAM = "aeron.archive.control.stream.id";
    static final String RESPONSE_CHANNEL = "aeron.archive.control.response.channel";
    static final String RESPONSE_STREAM = "aeron.archive.control.response.stream.id";
    static final String MESSAGE_TIMEOUT = "aeron.archive.message.timeout";
    private static final List<String> SET_BY_SENDER = List.of(CommonContext.SESSION_ID_PARAM_NAME,
            CommonContext.ALIAS_PARAM_NAME, CommonContext.INITIAL_TERM_ID_PARAM_NAME,
            CommonContext.TERM_ID_PARAM_NAME, CommonContext.TERM_OFFSET_PARAM_NAME);
    /** Channel from the sender to the Archive. */
    static final String DATA_CHANNEL = "ringside.data.channel";
    static final String DATA_STREAM = "ringside.data.stream.id";
    /** Channel from the Archive to the receiver. */
    static final String REPLAY_CHANNEL = "ringside.replay.channel";
    static final String REPLAY_STREAM = "ringside.replay.stream.id";
    /** Stream of messages between hosts; must be the same at both ends. */
    static final String LINK_STREAM = "ringside.link.stream.id";
    /** Endpoint at which a process that asks hosts receives their answers. It sends questions from the next port. */
    static final String LINK_ENDPOINT = "ringside.link.endpoint";
    static final String CREDENTIALS = "ringside.credentials";

    private static final Set<String> NAMES = Set.of(DIR, CONTROL_CHANNEL, CONTROL_STREAM, RESPONSE_CHANNEL,
            RESPONSE_STREAM, MESSAGE_TIMEOUT, DATA_CHANNEL, DATA_STREAM, REPLAY_CHANNEL, REPLAY_STREAM, LINK_STREAM,
            LINK_ENDPOINT, CREDENTIALS);

    /** Term length of data. The largest message is an eighth of it, and records are rarely larger. */
    private static final int TERM_LENGTH = 8 * 1024 * 1024;
    /** Fixed MTU, because all parts of an extended recording must have the same, whatever the driver's default is. */
    private static final int MTU = 1408;
    private static final int MAX_PORT = 65_534;
    private static final String ALIAS = "ringside/";
    private static final String ASKER_ALIAS = "ringside-link/";
    /** Term length of questions. The largest message is an eighth of it. */
    private static final int QUESTION_TERM_LENGTH = 1024 * 1024;
    private static final int ANSWER_TERM_LENGTH = 64 * 1024;

    private static final Pattern ENDPOINT = Pattern.compile("[^/|?,\\s]+:[0-9]{1,5}");

    private final ShipContext context;
    private final String host;
    private final int port;

    AeronSettings(final ShipContext context) {
        this.context = context;
        final String servers = context.servers();
        final int colon = servers.lastIndexOf(':');
        int number = 0;
        try {
            number = Integer.parseInt(servers.substring(colon + 1));
        } catch (final NumberFormatException e) {
            // The invalid port is rejected below.
            assert number == 0;
        }
        if (colon <= 0 || number <= 0 || number > MAX_PORT || servers.indexOf(',') >= 0) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "invalid address of an Archive: '"
                    + context.address() + "': expected aeron://HOST:PORT/TOPIC, with the port of the Archive's control "
                    + "channel from 1 to " + MAX_PORT);
        }
        this.host = servers.substring(0, colon);
        this.port = number;
        for (final String name : new TreeSet<>(context.properties().stringPropertyNames())) {
            if (!NAMES.contains(name)) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "unknown property: name=" + name
                        + ": expected " + String.join(", ", new TreeSet<>(NAMES)));
            }
        }
        // Check streams and channels now, so that invalid ones are reported at once.
        for (final String name : new String[]{CONTROL_STREAM, RESPONSE_STREAM, DATA_STREAM, REPLAY_STREAM,
            LINK_STREAM}) {
            stream(name, 0);
        }
        for (final String name : new String[]{CONTROL_CHANNEL, RESPONSE_CHANNEL, DATA_CHANNEL, REPLAY_CHANNEL}) {
            requireChannel(name);
        }
        requireOwnSession();
        requireLinkEndpoint();
        messageTimeoutNs();
    }

    /** Rejects channel parameters that the sender sets itself: its session, and the position to continue at. */
    private void requireOwnSession() {
        final ChannelUri channel = ChannelUri.parse(dataChannel());
        for (final String parameter : SET_BY_SENDER) {
            if (channel.containsKey(parameter)) {
                throw invalid(DATA_CHANNEL, dataChannel(), "a channel without " + parameter + ", which the sender sets",
                        new IllegalArgumentException(parameter));
            }
        }
        if ("false".equals(channel.get(CommonContext.RELIABLE_STREAM_PARAM_NAME))) {
            throw invalid(DATA_CHANNEL, dataChannel(), "a reliable channel: what another one loses would count as sent",
                    new IllegalArgumentException("reliable=false"));
        }
    }

    private void requireLinkEndpoint() {
        final String given = context.properties().getProperty(LINK_ENDPOINT);
        if (given != null && (!ENDPOINT.matcher(given).matches() || port(given) > MAX_PORT)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "invalid property: " + LINK_ENDPOINT + "=" + given
                    + ": expected HOST:PORT, with a port of at most " + MAX_PORT + ", or 0 for any two");
        }
    }

    private void requireChannel(final String name) {
        final String channel = context.properties().getProperty(name);
        try {
            if (channel != null) {
                ChannelUri.parse(channel);
            }
        } catch (final IllegalArgumentException e) {
            throw invalid(name, String.valueOf(channel), "a channel such as aeron:udp?endpoint=HOST:PORT", e);
        }
    }

    private int stream(final String name, final int otherwise) {
        final String text = context.properties().getProperty(name);
        try {
            return text == null ? otherwise : Integer.parseInt(text.trim());
        } catch (final NumberFormatException e) {
            throw invalid(name, String.valueOf(text), "a number", e);
        }
    }

    private static RingsideException invalid(final String name, final String value, final String expected,
            final Exception cause) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, "invalid property: " + name + "=" + value
                + ": expected " + expected, cause);
    }

    /** Returns the directory of a running driver; null if this process starts its own. */
    @Nullable
    String dir() {
        return context.properties().getProperty(DIR);
    }

    @Nullable
    String credentials() {
        return context.properties().getProperty(CREDENTIALS);
    }

    String controlChannel() {
        return context.properties().getProperty(CONTROL_CHANNEL, udp(host, port));
    }

    int controlStream() {
        return stream(CONTROL_STREAM, 10);
    }

    String responseChannel() {
        final String given = context.properties().getProperty(RESPONSE_CHANNEL);
        return given == null ? udp(ownHost(), 0) : given;
    }

    int responseStream() {
        return stream(RESPONSE_STREAM, 20);
    }

    long messageTimeoutNs() {
        final String text = context.properties().getProperty(MESSAGE_TIMEOUT, "5s");
        try {
            return SystemUtil.parseDuration(MESSAGE_TIMEOUT, text);
        } catch (final NumberFormatException e) {
            throw invalid(MESSAGE_TIMEOUT, text, "a duration such as 5s", e);
        }
    }

    int dataStream() {
        return stream(DATA_STREAM, 1100);
    }

    String replayChannel() {
        final String given = context.properties().getProperty(REPLAY_CHANNEL);
        return given == null ? udp(ownHost(), 0) : given;
    }

    int replayStream() {
        return stream(REPLAY_STREAM, 1101);
    }

    int linkStream() {
        return stream(LINK_STREAM, 1102);
    }

    /** Returns the channel on which answers of hosts arrive. */
    String answerChannel() {
        final String given = context.properties().getProperty(LINK_ENDPOINT);
        return given == null ? udp(ownHost(), 0) : "aeron:udp?endpoint=" + given;
    }

    /** Returns the channel on which an asker sends questions, and to which hosts subscribe. */
    String questionChannel() {
        final String given = context.properties().getProperty(LINK_ENDPOINT);
        return questionChannel(given == null ? ownHost() + ":0" : nextPort(given)).termLength(QUESTION_TERM_LENGTH)
                .build();
    }

    /** Returns the channel with which a host subscribes to an asker's questions. */
    String questionChannelAt(final String control) {
        return questionChannel(control).endpoint(ownHost() + ":0").build();
    }

    private static ChannelUriStringBuilder questionChannel(final String control) {
        return new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA).controlEndpoint(control)
                .controlMode(CommonContext.MDC_CONTROL_MODE_DYNAMIC);
    }

    /** Returns the channel on which a host sends its answers. */
    static String answerChannelAt(final String endpoint) {
        return new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA).endpoint(endpoint)
                .termLength(ANSWER_TERM_LENGTH).build();
    }

    private static String nextPort(final String endpoint) {
        final int port = port(endpoint);
        return endpoint.substring(0, endpoint.lastIndexOf(':') + 1) + (port == 0 ? 0 : port + 1);
    }

    private static int port(final String endpoint) {
        return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
    }

    /** Returns the alias prefix of the askers of this topic's hosts. */
    String askerAliasPrefix() {
        return ASKER_ALIAS + context.topic() + "/";
    }

    /**
     * Returns the channel that registers an asker in the Archive: its alias contains the asker's endpoints. It is the
     * channel of a recording that never starts, because the Archive listens to a session that does not exist.
     */
    String askerChannel(final String answers, final String questions, final int sessionId) {
        return recordedChannel(askerAlias(answers, questions), sessionId);
    }

    String askerAlias(final String answers, final String questions) {
        return askerAliasPrefix() + answers + "/" + questions;
    }

    /** Returns the alias prefix of the Archive's recordings of this topic; no other topic's alias begins with it. */
    String aliasPrefix() {
        return ALIAS + context.topic() + "/";
    }

    /** Returns the alias of the Archive's recording for a recording of ours. */
    String alias(final UUID recordingId) {
        return aliasPrefix() + recordingId;
    }

    /** Returns the channel of a publication that starts a recording. */
    String publicationChannel(final UUID recordingId) {
        final ChannelUriStringBuilder channel = new ChannelUriStringBuilder(dataChannel()).alias(alias(recordingId));
        if (channel.termLength() == null) {
            channel.termLength(TERM_LENGTH);
        }
        if (channel.mtu() == null) {
            channel.mtu(MTU);
        }
        return channel.build();
    }

    /** Returns the channel of a publication that extends an existing recording. */
    String publicationChannel(final ArchivedStream stream) {
        return new ChannelUriStringBuilder(dataChannel()).alias(alias(stream.recordingId())).mtu(stream.mtu())
                .initialPosition(stream.stop(), stream.initialTermId(), stream.termLength()).build();
    }

    /** Returns the channel on which the Archive subscribes to one publication. */
    String recordedChannel(final UUID recordingId, final int sessionId) {
        return recordedChannel(alias(recordingId), sessionId);
    }

    private String recordedChannel(final String alias, final int sessionId) {
        final ChannelUri channel = ChannelUri.parse(dataChannel());
        channel.remove(CommonContext.TERM_LENGTH_PARAM_NAME);
        channel.remove(CommonContext.MTU_LENGTH_PARAM_NAME);
        channel.put(CommonContext.SESSION_ID_PARAM_NAME, Integer.toString(sessionId));
        channel.put(CommonContext.ALIAS_PARAM_NAME, alias);
        return channel.toString();
    }

    private String dataChannel() {
        return context.properties().getProperty(DATA_CHANNEL, udp(host, port + 1));
    }

    private static String udp(final String host, final int port) {
        return "aeron:udp?endpoint=" + host + ":" + port;
    }

    /** Rejects a host name that cannot be resolved. */
    void requireHost() {
        if (new InetSocketAddress(bareHost(), port).isUnresolved()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "host of the Archive is unknown: address="
                    + context.address() + ": correct the address");
        }
    }

    private String bareHost() {
        return host.replaceAll("[\\[\\]]", "");
    }

    /** Returns the local address on the route to the Archive, without sending anything. */
    private String ownHost() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(bareHost(), port));
            final InetAddress own = socket.getLocalAddress();
            final String text = own.getHostAddress().replaceFirst("%.*", "");
            return own instanceof Inet6Address ? "[" + text + "]" : text;
        } catch (final IOException e) {
            throw new RingsideException(ErrorCode.TIMEOUT, "host of the Archive is unknown or unreachable: address="
                    + context.address() + ", reason=" + e.getMessage() + ": check the address", e);
        }
    }
}
