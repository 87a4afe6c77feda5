package io.ringside.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Hosts with networks of their own, by network namespaces: they see this machine's files and processes, but reach each
 * other only through a bridge, whose address is this machine's. For one thread.
 */
final class TestHosts implements AutoCloseable {
    private static final int SUBNETS = 250;

    private final String prefix = "rs" + Long.toHexString(ProcessHandle.current().pid());
    private final String subnet = "10.77." + ProcessHandle.current().pid() % SUBNETS + ".";
    private final List<String> names;
    private final List<String> problems = new ArrayList<>();

    private TestHosts(final String... names) {
        this.names = List.of(names);
    }

    /** Makes them. Where that is not allowed the test is left out, but fails where everything has to be tested. */
    static TestHosts require(final String... names) {
        final TestHosts hosts = new TestHosts(names);
        hosts.make();
        final String problem = String.join("; ", hosts.problems);
        if (!problem.isEmpty()) {
            hosts.close();
        }
        if (System.getenv("CI") != null) {
            assertThat(problem).as("network namespaces can be made: run as root, with iproute2 and iptables").isEmpty();
        }
        assumeThat(problem).as("network namespaces can be made: run as root, with iproute2 and iptables").isEmpty();
        return hosts;
    }

    private void make() {
        run("ip", "link", "add", prefix, "type", "bridge");
        run("ip", "addr", "add", address() + "/24", "dev", prefix);
        run("ip", "link", "set", prefix, "up");
        for (int i = 0; i < names.size(); i++) {
            final String host = prefix + names.get(i);
            run("ip", "netns", "add", host);
            run("ip", "link", "add", cable(names.get(i)), "type", "veth", "peer", "name", "eth0", "netns", host);
            run("ip", "link", "set", cable(names.get(i)), "master", prefix, "up");
            within(names.get(i), "ip", "addr", "add", subnet + (i + 2) + "/24", "dev", "eth0");
            within(names.get(i), "ip", "link", "set", "eth0", "up");
            within(names.get(i), "ip", "link", "set", "lo", "up");
            within(names.get(i), "iptables", "-L");
        }
    }

    /** Of this machine, for the hosts. */
    String address() {
        return subnet + "1";
    }

    /** What a command begins with that runs on a host. */
    List<String> wrapper(final String name) {
        return List.of("ip", "netns", "exec", prefix + name);
    }

    /** Loses a share of what a host sends and receives. */
    void lose(final String name, final double share) {
        for (final String chain : List.of("INPUT", "OUTPUT")) {
            within(name, "iptables", "-A", chain, "-m", "statistic", "--mode", "random", "--probability",
                    String.format(Locale.ROOT, "%.3f", share), "-j", "DROP");
        }
        assertThat(problems).isEmpty();
    }

    /** Packets of a host that were lost so far, both ways. */
    long lost(final String name) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(wrapper(name));
        command.addAll(List.of("iptables", "-L", "-v", "-x", "-n"));
        final Process process = new ProcessBuilder(command).start();
        final String rules = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return rules.lines().filter(line -> line.contains(" DROP ") && line.contains("statistic"))
                .mapToLong(line -> Long.parseLong(line.strip().replaceFirst("\\s.*", ""))).sum();
    }

    /** Pulls the cable of a host. */
    void cut(final String name) {
        run("ip", "link", "set", cable(name), "down");
        assertThat(problems).isEmpty();
    }

    /** Plugs it in again. */
    void join(final String name) {
        run("ip", "link", "set", cable(name), "up");
        assertThat(problems).isEmpty();
    }

    private String cable(final String name) {
        return prefix + "c" + names.indexOf(name);
    }

    private void within(final String name, final String... command) {
        final List<String> all = new ArrayList<>(wrapper(name));
        all.addAll(List.of(command));
        run(all.toArray(String[]::new));
    }

    private void run(final String... command) {
        try {
            final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                problems.add(String.join(" ", command) + ": " + said.strip());
            }
        } catch (final IOException e) {
            problems.add(e.toString());
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        // With a namespace goes its end of the cable, and with that the other one.
        names.forEach(name -> run("ip", "netns", "del", prefix + name));
        run("ip", "link", "del", prefix);
    }
}
