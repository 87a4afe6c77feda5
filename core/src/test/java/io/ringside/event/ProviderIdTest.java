package io.ringside.event;

import io.ringside.RingsideException;
import io.ringside.internal.event.GuidEncoding;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProviderIdTest {
    @ParameterizedTest
    @CsvSource({
        "MyCompany.MyComponent, ce5fa4ea-ab00-5402-8b76-9f76ac858fb5",
        "mycompany.mycomponent, ce5fa4ea-ab00-5402-8b76-9f76ac858fb5",
        "MYCOMPANY.MYCOMPONENT, ce5fa4ea-ab00-5402-8b76-9f76ac858fb5",
        "System.Runtime, 49592c0f-5a05-516d-aa4b-a64e02026c89",
        "Microsoft-Diagnostics-DiagnosticSource, adb401e1-5296-51f8-c125-5fda75826144",
        "Microsoft-Demos-MySource, 818c0125-7fd5-592e-e481-085a3c5860fb",
    })
    @DisplayName("R2.24 a name alone gives the id, in any letter case")
    void shouldHashTheName(final String name, final UUID id) {
        assertThat(ProviderId.fromName(name)).isEqualTo(id);
    }

    @Test
    @DisplayName("R2.24 upper case is letter by letter: a sharp s is no SS")
    void shouldNotExpandLetters() {
        assertThat(ProviderId.fromName("stra\u00dfe")).isNotEqualTo(ProviderId.fromName("strasse"));
    }

    @Test
    void shouldRefuseAnEmptyName() {
        assertThatThrownBy(() -> ProviderId.fromName(""))
                .isInstanceOf(RingsideException.class)
                .hasMessageContaining("must not be empty");
    }

    @Test
    void shouldEncodeAGuidWithItsFirstThreePartsLittleEndian() {
        final UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        final byte[] bytes = new byte[GuidEncoding.LENGTH];

        GuidEncoding.put(new UnsafeBuffer(bytes), 0, uuid);

        assertThat(bytes)
                .containsExactly(0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD,
                        0xEE, 0xFF);
        assertThat(GuidEncoding.get(new UnsafeBuffer(bytes), 0)).isEqualTo(uuid);
    }
}
