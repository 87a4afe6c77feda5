package io.ringside.etw.classic;

import io.ringside.internal.write.ClassicPort;
import io.ringside.internal.write.WriterThreads;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Numbers of instances. */
class RegisteredClassTest {
    private final ClassicPort port = new ClassicPort(new WriterThreads());

    @Test
    @DisplayName("R5.14 instances are numbered from 1, and from 4,294,967,295 on to 1: never 0")
    void shouldWrapToOne() {
        final RegisteredClass fresh = new RegisteredClass(port, new UUID(1, 2));
        assertThat(fresh.createInstanceId()).isEqualTo(1);
        assertThat(fresh.createInstanceId()).isEqualTo(2);

        final RegisteredClass old = new RegisteredClass(port, new UUID(1, 2), -2);
        assertThat(Integer.toUnsignedLong(old.createInstanceId())).isEqualTo(4_294_967_295L);
        assertThat(old.createInstanceId()).isEqualTo(1);
        assertThat(old.createInstanceId()).isEqualTo(2);
    }

    @Test
    void shouldHaveAHandleOfItsOwn() {
        assertThat(new RegisteredClass(port, new UUID(1, 2)).handle()).isNotZero()
                .isNotEqualTo(new RegisteredClass(port, new UUID(1, 2)).handle());
    }
}
