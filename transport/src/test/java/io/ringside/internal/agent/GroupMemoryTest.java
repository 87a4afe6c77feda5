package io.ringside.internal.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class GroupMemoryTest {
    @TempDir
    private Path root;

    private Path self;
    private Path mounts;

    @BeforeEach
    void prepare() throws IOException {
        self = root.resolve("cgroup");
        mounts = Files.createDirectory(root.resolve("mounts"));
    }

    @Test
    void shouldFindTheBoundOfTheGroupInVersionTwo() throws IOException {
        Files.writeString(self, "0::/user/app\n");
        group("", "memory.max", "max", "memory.current", "7");
        group("user", "memory.max", "1000", "memory.current", "100");
        group("user/app", "memory.max", "max", "memory.current", "50");
        assertThat(GroupMemory.tightest(self, mounts))
                .contains(new GroupMemory(mounts.resolve("user/memory.max"), 1000, 100));
        group("user/app", "memory.max", "200", "memory.current", "50");
        assertThat(GroupMemory.tightest(self, mounts).orElseThrow().freeBytes()).isEqualTo(150);
    }

    @Test
    void shouldFindTheBoundOfTheGroupInVersionOne() throws IOException {
        Files.writeString(self, "5:cpu:/x\n4:hugetlb,memory:/a/b\n0::/\n");
        group("memory", "memory.limit_in_bytes", "9223372036854771712", "memory.usage_in_bytes", "7");
        assertThat(GroupMemory.tightest(self, mounts)).isEmpty();
        group("memory/a/b", "memory.limit_in_bytes", "500", "memory.usage_in_bytes", "600");
        assertThat(GroupMemory.tightest(self, mounts).orElseThrow().freeBytes()).isZero();
    }

    @Test
    void shouldUseTheRootWhenAContainerSeesItsGroupThere() throws IOException {
        Files.writeString(self, "4:memory:/not/to/be/seen\n0::/../..\n");
        group("memory", "memory.limit_in_bytes", "500", "memory.usage_in_bytes", "100");
        assertThat(GroupMemory.tightest(self, mounts).orElseThrow().freeBytes()).isEqualTo(400);
    }

    @Test
    void shouldFindNothingWhenThereAreNoGroups() throws IOException {
        assertThat(GroupMemory.tightest(self, mounts)).isEmpty();
        Files.writeString(self, "nonsense\n0::/a\n");
        group("a", "memory.max", "many", "memory.current", "");
        assertThat(GroupMemory.tightest(self, mounts)).isEmpty();
    }

    private void group(
            final String group, final String limit, final String bound, final String usage, final String used)
            throws IOException {
        final Path folder = Files.createDirectories(mounts.resolve(group));
        Files.writeString(folder.resolve(limit), bound + "\n");
        Files.writeString(folder.resolve(usage), used + "\n");
    }
}
