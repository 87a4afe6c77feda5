package io.ringside.etw.classic;

import com.sun.management.ThreadMXBean;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.session.SessionSettings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a write of a classic provider allocates on its thread, whatever it comes to: nothing. */
@Timeout(120)
class ClassicWriteCostTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int OPERATIONS = 500_000;
    /** What the JVM allocates for itself, now and then, is excluded by measuring again. */
    private static final int ATTEMPTS = 3;
    private static final int FLAGS = ClassicFlags.TRACED_GUID | ClassicFlags.USE_MOF_POINTER;

    private final Requests requests = new Requests(0);
    private final byte[] data = new byte[8];
    private ClassicFixture fixture;
    private ClassicRegistration registration;
    private ClassicSession session;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
        fixture.startRecorder("a", SessionSettings.SequenceKind.LOCAL);
        registration = ClassicRegistration.register(fixture.ringside, ClassicProvider.of("Test-Classic",
                ClassicFixture.CONTROL_ID, EventClass.of(ClassicFixture.CLASS_ID)), requests, null);
        fixture.enable("a", ClassicFixture.CONTROL_ID, 1, 0);
        session = requests.current();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldAllocateNothing() {
        final ClassicEvent event = new ClassicEvent();
        assertNoAllocation(ClassicStatus.OK, () -> session.write(event.reset().size(64).flags(FLAGS)
                .classId(ClassicFixture.CLASS_ID).type(1).field(0, data, 0, 8)));
        final InstanceEvent instance = new InstanceEvent();
        final var eventClass = registration.registeredClass(ClassicFixture.CLASS_ID);
        assertNoAllocation(ClassicStatus.OK, () -> session.write(instance.reset().size(72).flags(FLAGS)
                .instance(eventClass, eventClass.createInstanceId()).field(0, data, 0, 8)));
        final ClassicMessage message = new ClassicMessage();
        assertNoAllocation(ClassicStatus.OK, () -> session.write(message.reset().id(ClassicFixture.CLASS_ID)
                .flags(MessageFlags.SEQUENCE | MessageFlags.GUID | MessageFlags.TIMESTAMP | MessageFlags.SYSTEM_INFO)
                .argument(data, 0, 8)));
        assertNoAllocation(ClassicStatus.INVALID_PARAMETER, () -> session.write(event.flags(0)));
        assertNoAllocation(ClassicStatus.INVALID_HANDLE, () -> ClassicSession.INVALID.write(event.flags(FLAGS)));
    }

    private static void assertNoAllocation(final ClassicStatus expected, final Supplier<ClassicStatus> write) {
        assertThat(write.get()).isEqualTo(expected);
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && least > 0; attempt++) {
            least = Math.min(least, allocated(expected, write));
        }
        assertThat(least).isZero();
        assertThat(write.get()).as("also after all of them").isEqualTo(expected);
    }

    private static long allocated(final ClassicStatus expected, final Supplier<ClassicStatus> write) {
        final long id = Thread.currentThread().getId();
        int others = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            others += write.get() == expected ? 0 : 1;
        }
        final long before = THREADS.getThreadAllocatedBytes(id);
        for (int i = 0; i < OPERATIONS; i++) {
            others += write.get() == expected ? 0 : 1;
        }
        final long bytes = THREADS.getThreadAllocatedBytes(id) - before;
        assertThat(others).as("with another status").isZero();
        return bytes;
    }
}
