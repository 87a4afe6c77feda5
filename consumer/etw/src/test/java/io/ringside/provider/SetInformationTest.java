package io.ringside.provider;

import io.ringside.control.ProviderInfo;
import io.ringside.etw.control.RegistrationInformation;
import io.ringside.event.DataDescriptors;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderTraits;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What can be set of a registration: traits, once, and whether types of data descriptors count. */
@Timeout(60)
class SetInformationTest {
    private static final ProviderTraits TRAITS = ProviderTraits.of("Test.Orders").inGroup(new UUID(5, 6));
    private static final ProviderTraits OTHER = ProviderTraits.of("Test.Orders");

    private RingsideFixture fixture;
    private Ringside ringside;
    private ProviderRegistration registration;

    @BeforeEach
    void register(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
        ringside = Ringside.connect(fixture.context());
        registration = ringside.register(RingsideFixture.SCHEMA);
    }

    @AfterEach
    void close() {
        ringside.close();
        fixture.close();
    }

    @Test
    @DisplayName("R2.16 class 99 gives 50, class 3 with length 4 gives 87; so do bytes that are not there")
    void shouldGiveTheCodesOfEtw() {
        final UnsafeBuffer data = new UnsafeBuffer(new byte[8]);

        assertThat(code(99, data, 0, 1)).isEqualTo(50);
        assertThat(code(-1, data, 0, 1)).isEqualTo(50);
        assertThat(code(RegistrationInformation.BINARY_TRACK_INFO, null, 0, 0)).isEqualTo(50);
        assertThat(code(RegistrationInformation.RESERVED, data, 0, 1)).isEqualTo(50);
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, data, 0, 4)).isEqualTo(87);
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, data, 0, 0)).isEqualTo(87);
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, null, 0, 1)).isEqualTo(87);
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, data, 8, 1)).isEqualTo(87);
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, data, -1, 1)).isEqualTo(87);
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, data, 7, 1)).isZero();
        assertThat(code(RegistrationInformation.SET_TRAITS, null, 0, 3)).isEqualTo(87);
        assertThat(code(RegistrationInformation.SET_TRAITS, null, 0, 0)).isEqualTo(87);
        assertThat(code(RegistrationInformation.SET_TRAITS, data, 0, 8)).as("not of the form").isEqualTo(87);
        assertThat(registration.traits()).isNull();

        registration.close();
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, data, 7, 1)).as("bad handle").isEqualTo(87);
        assertThat(registration.traits(TRAITS)).isFalse();
    }

    @Test
    @DisplayName("R2.17 partly: \"ext item 12\" the second SetTraits fails, the first remains")
    void shouldSetTraitsOnce() {
        assertThat(set(TRAITS)).isZero();
        assertThat(set(OTHER)).isEqualTo(87);
        assertThat(registration.traits(OTHER)).isFalse();

        assertThat(registration.traits()).isEqualTo(TRAITS);
        assertThat(registration.schema()).isEqualTo(RingsideFixture.SCHEMA.withTraits(TRAITS));
        assertThat(provider().schemas()).containsExactly(RingsideFixture.SCHEMA.withTraits(TRAITS));
        assertThat(provider().registrations()).isEqualTo(1);
        assertThat(ringside.register(RingsideFixture.SCHEMA).traits()).as("another registration").isNull();
        final ProviderRegistration declared = ringside.register(RingsideFixture.SCHEMA.withTraits(OTHER));
        assertThat(declared.traits(TRAITS)).as("the schema has said").isFalse();
        assertThat(declared.traits()).isEqualTo(OTHER);
    }

    @Test
    void shouldGoOnRecordingWhenTraitsAreSetBetweenEvents() {
        final SessionRow session = fixture.start("session");
        fixture.enable("session", 5);
        final ProviderEvent declared = registration.event("low");
        final ProviderEvent described = registration.selfDescribing("improved").intern();
        write(declared, 1);
        write(described, 2);

        assertThat(set(TRAITS)).isZero();

        write(declared, 3);
        write(described, 4);
        write(registration.selfDescribing("worsened").intern(), 5);
        assertThat(registration.selfDescribing("improved").intern()).isSameAs(described);
        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        assertThat(fixture.events).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(provider().schemas()).hasSize(3).allMatch(schema -> TRAITS.equals(schema.traits()));
        fixture.controller.disable("session", RingsideFixture.SCHEMA.id(), RingsideFixture.TIMEOUT);
        assertThat(declared.isEnabled()).isFalse();
        assertThat(described.isEnabled()).isFalse();
    }

    @Test
    @DisplayName("R1.17 types count with traits, or when it was asked for")
    void shouldLetTypesCountWithTraitsOrWhenAsked() {
        final SessionRow session = fixture.start("session");
        fixture.enable("session", 5);
        final UnsafeBuffer flag = new UnsafeBuffer(new byte[]{1, 0});

        writeTyped();
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, flag, 0, 1)).isZero();
        writeTyped();
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, flag, 1, 1)).isZero();
        writeTyped();
        assertThat(set(TRAITS)).isZero();
        writeTyped();
        assertThat(code(RegistrationInformation.USE_DESCRIPTOR_TYPE, flag, 1, 1)).isZero();
        writeTyped();

        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        assertThat(fixture.events).as("the first eight bytes of the payload")
                .containsExactly(0x11L, 0x33L, 0x11L, 0x33L, 0x33L);
    }

    /** Metadata of 8 bytes of 0x11…, a timestamp, and then the payload that an ordinary reader of types sees. */
    private void writeTyped() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[24]);
        bytes.putLong(0, 0x11);
        bytes.putLong(8, 0x22);
        bytes.putLong(16, 0x33);
        final DataDescriptors blocks = new DataDescriptors()
                .add(bytes, 0, 8, DataDescriptors.EVENT_METADATA)
                .add(bytes, 8, 8, DataDescriptors.TIMESTAMP_OVERRIDE)
                .add(bytes, 16, 8, 0x7F);
        assertThat(WriteResult.written(registration.event("low").write(blocks))).isEqualTo(1);
    }

    private static void write(final ProviderEvent event, final long value) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        payload.putLong(0, value);
        assertThat(WriteResult.written(event.write(payload, 0, Long.BYTES))).isEqualTo(1);
    }

    private int set(final ProviderTraits traits) {
        final UnsafeBuffer bytes = new UnsafeBuffer(traits.toBytes());
        return code(RegistrationInformation.SET_TRAITS, bytes, 0, bytes.capacity());
    }

    private int code(final int informationClass, final UnsafeBuffer data, final int offset, final int length) {
        return RegistrationInformation.set(registration, informationClass, data, offset, length).etwCode();
    }

    private ProviderInfo provider() {
        final List<ProviderInfo> providers = fixture.controller.providers();
        assertThat(providers).hasSize(1);
        return providers.get(0);
    }
}
