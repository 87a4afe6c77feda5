package io.ringside.activity;

import io.ringside.internal.files.ChildJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.LongHashSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("process")
class CreatedIdsSystemTest {
    private static final int PROCESSES = 4;
    private static final int IDS = 1_000_000;

    @Test
    @DisplayName("R2.19 of 1,000,000 ids made by 4 processes no two are the same and none is null")
    void shouldMakeNoIdTwice(@TempDir final Path folder) throws IOException {
        final List<ChildJvm> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(ChildJvm.start(List.of(), CreatedIdsMain.class, folder.resolve("ids-" + i).toString(),
                    Integer.toString(IDS / PROCESSES)));
        }
        processes.forEach(process -> assertThat(process.await()).isZero());

        final Map<Long, LongHashSet> leastByMost = new HashMap<>();
        int count = 0;
        int zeros = 0;
        for (int i = 0; i < PROCESSES; i++) {
            final ByteBuffer ids = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("ids-" + i)));
            while (ids.hasRemaining()) {
                final long most = ids.getLong();
                final long least = ids.getLong();
                count += leastByMost.computeIfAbsent(most, half -> new LongHashSet()).add(least) ? 1 : 0;
                zeros += (most | least) == 0 ? 1 : 0;
            }
        }
        assertThat(count).isEqualTo(IDS);
        assertThat(zeros).isZero();
    }
}
