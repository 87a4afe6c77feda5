package io.ringside.activity;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** A process that makes ids by two threads and leaves them in a file. */
final class CreatedIdsMain {
    private static final int THREADS = 2;

    private CreatedIdsMain() {}

    public static void main(final String[] arguments) throws IOException, InterruptedException {
        final int count = Integer.parseInt(arguments[1]);
        final UUID[][] ids = new UUID[THREADS][count / THREADS];
        final Thread other = new Thread(() -> create(ids[1]));
        other.start();
        create(ids[0]);
        other.join();
        try (DataOutputStream output = new DataOutputStream(
                new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[0]))))) {
            for (final UUID[] ofThread : ids) {
                for (final UUID id : ofThread) {
                    output.writeLong(id.getMostSignificantBits());
                    output.writeLong(id.getLeastSignificantBits());
                }
            }
        }
    }

    private static void create(final UUID[] ids) {
        for (int i = 0; i < ids.length; i++) {
            ids[i] = ActivityId.create();
        }
    }
}
