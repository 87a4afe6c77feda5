package io.ringside.proof;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Lines from the parent of a process of a proof, which ends when its parent does. */
final class Commands {
    private static final String STOP = "stop";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private volatile boolean stopped;

    private Commands() {}

    static Commands read() {
        final Commands commands = new Commands();
        final Thread thread = new Thread(commands::run, "commands");
        thread.setDaemon(true);
        thread.start();
        return commands;
    }

    /** Tell the parent. */
    static void say(final String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Wait for a line. */
    void await(final String line) throws InterruptedException {
        final String next = lines.take();
        if (!next.equals(line)) {
            throw new IllegalStateException("unexpected command: line=" + next + ", expected=" + line);
        }
    }

    /** Whether the line {@code stop} has come, which is not waited for. */
    boolean isStopped() {
        return stopped;
    }

    /** The next line, null if there is none yet. */
    String poll() {
        return lines.poll();
    }

    private void run() {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.equals(STOP)) {
                    stopped = true;
                } else {
                    lines.add(line);
                }
            }
        } catch (final IOException e) {
            System.err.println("input is broken: reason=" + e);
        }
        Runtime.getRuntime().halt(1);
    }
}
