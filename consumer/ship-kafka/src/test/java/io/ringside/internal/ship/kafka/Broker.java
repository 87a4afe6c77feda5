package io.ringside.internal.ship.kafka;

import io.ringside.internal.files.ChildJvm;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;

/** A broker in a process of its own, which can be killed and started again. For one thread. */
public final class Broker implements AutoCloseable {
    /** Who may use the door that asks. */
    public static final String USER = "carrier";
    /** And the password. */
    public static final String PASSWORD = "right";

    private static final long START_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(180);

    private final Path folder;
    private final Path properties;
    private final String host;
    private final int port;
    private final int saslPort;
    private final int tlsPort;
    private final int proxyPort;
    private final int proxiedPort;
    private ChildJvm process;

    /** Starts one whose files are in a folder. */
    public Broker(final Path folder) throws IOException {
        this(folder, "127.0.0.1");
    }

    /** The same at another address of this machine. */
    public Broker(final Path folder, final String host) throws IOException {
        this(folder, host, null);
    }

    /** The same, with a door for TLS if there is a key for it. */
    Broker(final Path folder, final String host, final @Nullable TestKey key) throws IOException {
        this(folder, host, key, 1);
    }

    /** One whose topic of transactions is to have some replicas. */
    Broker(final Path folder, final int transactionReplicas) throws IOException {
        this(folder, "127.0.0.1", null, transactionReplicas);
    }

    private Broker(final Path folder, final String host, final @Nullable TestKey key, final int transactionReplicas)
            throws IOException {
        this.host = host;
        this.folder = folder.resolve("log");
        this.properties = folder.resolve("server.properties");
        try (ServerSocket first = listen();
                ServerSocket second = listen();
                ServerSocket third = listen();
                ServerSocket fourth = listen();
                ServerSocket fifth = listen();
                ServerSocket sixth = listen()) {
            port = first.getLocalPort();
            saslPort = second.getLocalPort();
            tlsPort = third.getLocalPort();
            proxyPort = fourth.getLocalPort();
            final int controller = fifth.getLocalPort();
            final List<String> doors = new ArrayList<>(List.of("PLAINTEXT://" + host + ":" + port,
                    "SASL_PLAINTEXT://" + host + ":" + saslPort));
            if (key != null) {
                doors.add("SSL://127.0.0.1:" + tlsPort);
            }
            final String known = String.join(",", doors);
            Files.writeString(properties, String.join("\n", "process.roles=broker,controller", "node.id=1",
                    "controller.quorum.bootstrap.servers=127.0.0.1:" + controller,
                    "controller.listener.names=CONTROLLER",
                    "listeners=" + known + ",PROXIED://127.0.0.1:" + sixth.getLocalPort() + ",CONTROLLER://127.0.0.1:"
                            + controller,
                    "advertised.listeners=" + known + ",PROXIED://127.0.0.1:" + proxyPort + ",CONTROLLER://127.0.0.1:"
                            + controller,
                    "inter.broker.listener.name=PLAINTEXT",
                    "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT,"
                            + "SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL",
                    key == null ? "" : key.serverProperties(),
                    "sasl.enabled.mechanisms=PLAIN",
                    "listener.name.sasl_plaintext.plain.sasl.jaas.config="
                            + "org.apache.kafka.common.security.plain.PlainLoginModule required user_" + USER + "=\""
                            + PASSWORD + "\";",
                    "log.dirs=" + this.folder, "num.partitions=2", "offsets.topic.replication.factor=1",
                    "offsets.topic.num.partitions=1",
                    "transaction.state.log.replication.factor=" + transactionReplicas,
                    "transaction.state.log.min.isr=1", "transaction.state.log.num.partitions=2",
                    "share.coordinator.state.topic.replication.factor=1", "share.coordinator.state.topic.min.isr=1",
                    "transaction.abort.timed.out.transaction.cleanup.interval.ms=1000",
                    "auto.create.topics.enable=false",
                    // Everything is allowed, but for what a test restricts by rules for the user.
                    "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                    "allow.everyone.if.no.acl.found=true", "super.users=User:ANONYMOUS", ""));
            proxiedPort = sixth.getLocalPort();
        }
        start();
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    /** Starts it, and waits until it answers. */
    public void start() throws IOException {
        // What is measured is compiled as a real broker is; else it is to start quickly.
        final String compiler = "-XX:TieredStopAtLevel=" + (Boolean.getBoolean("ringside.costs") ? 4 : 1);
        process = ChildJvm.start(List.of("-Xmx512m", "-Xss512k", compiler), BrokerMain.class, properties.toString(),
                folder.toString());
        final ChildJvm started = process;
        final Thread reader = new Thread(() -> {
            try {
                while (started.readLine() != null) {
                    assert started.pid() > 0;
                }
            } catch (final IOException e) {
                // It has ended.
                return;
            }
        }, "broker-output");
        reader.setDaemon(true);
        reader.start();
        final long beginNs = System.nanoTime();
        while (!answers()) {
            if (!process.isRunning() || System.nanoTime() - beginNs > START_TIMEOUT_NS) {
                throw new AssertionError("broker does not start: properties=" + properties);
            }
        }
    }

    private boolean answers() {
        try (Admin admin = admin()) {
            return !KafkaClients.result(admin.describeCluster().nodes()).isEmpty();
        } catch (final ExecutionException e) {
            return false;
        }
    }

    Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "2000",
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "3000"));
    }

    /** What its process has used of all cores. */
    long cpuNs() {
        return ProcessHandle.of(process.pid()).flatMap(each -> each.info().totalCpuDuration()).orElseThrow().toNanos();
    }

    /** Bytes of a topic in its log. */
    long logBytes(final String topic) throws IOException {
        return ShippingCostsSystemTest.sizeOf(folder, topic);
    }

    /** SIGKILL. */
    public void kill() {
        process.kill();
    }

    int port() {
        return port;
    }

    /** Host and port. */
    public String servers() {
        return host + ":" + port;
    }

    /** Host and port of the door with TLS. */
    String tlsServers() {
        return "127.0.0.1:" + tlsPort;
    }

    /** A network before the broker's last door, of which nobody knows the number. */
    TestNetwork network() throws IOException {
        return new TestNetwork(proxyPort, proxiedPort);
    }

    /** Host and port of that network. */
    String networkServers() {
        return "127.0.0.1:" + proxyPort;
    }

    ShipContext context(final String topic) {
        return new ShipContext("kafka://" + servers() + "/" + topic).host("here");
    }

    /** Host and port of the door that asks for a user and a password. */
    public String saslServers() {
        return "127.0.0.1:" + saslPort;
    }

    /** By that door. */
    ShipContext saslContext(final String topic, final String password) {
        return new ShipContext("kafka://" + saslServers() + "/" + topic).host("here").properties(Map.of(
                "security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", "PLAIN", "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + USER
                        + "\" password=\"" + password + "\";"));
    }

    @Override
    public void close() {
        process.close();
    }
}
