package io.ringside.internal.files;

import io.ringside.internal.files.FileNames.EnablementFileName;
import io.ringside.internal.files.FileNames.ProcessFileName;
import io.ringside.internal.files.FileNames.ProcessFileName.Kind;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FileNames.RequestFolderName;
import io.ringside.internal.files.FileNames.RingFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.FileNames.SessionFileName;
import io.ringside.internal.files.FileNames.SessionFolderName;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileNamesTest {
    private static final Incarnation INCARNATION = new Incarnation(0x0123456789abcdefL, 0xfedcba9876543210L);
    private static final UUID PROVIDER = UUID.fromString("3669e9ef-35c8-5dcb-a3b7-5b2ba5e1f6b1");
    private static final List<Function<String, Object>> PARSERS = List.of(SessionFileName::parse,
            EnablementFileName::parse, SchemaFileName::parse, ProcessFileName::parse, RingFileName::parse,
            TemporaryFileName::parse, SessionFolderName::parse, Incarnation::parse, RequestFolderName::parse,
            RequestFileName::parse);

    static Stream<Object> names() {
        return Stream.of(new SessionFileName(1), new SessionFileName(Long.MAX_VALUE),
                new EnablementFileName(7, PROVIDER),
                new SchemaFileName(PROVIDER, -2), new ProcessFileName(INCARNATION, Kind.PAGE),
                new ProcessFileName(INCARNATION, Kind.ALIVE), new ProcessFileName(INCARNATION, Kind.LEDGER),
                new RingFileName(INCARNATION, 0), new RingFileName(INCARNATION, 255),
                new TemporaryFileName(INCARNATION, 9), new SessionFolderName(3), INCARNATION,
                new RequestFolderName(INCARNATION),
                new RequestFileName(INCARNATION, 0, RequestFileName.Kind.REQUEST),
                new RequestFileName(INCARNATION, 999_999_999_999_999_999L, RequestFileName.Kind.ANSWER));
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldBeReadByItsOwnParserAndNoOther(final Object name) {
        final List<Object> read = PARSERS.stream()
                .map(parser -> parser.apply(name.toString()))
                .filter(parsed -> parsed != null)
                .toList();

        assertThat(read).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", ".", "..", "control", "1.session", "000000000000000G.session", "000000000000001A.session",
        "000000000000001a.session ", "000000000000001a.session\n", "../000000000000001a.session",
        "000000000000001a.SESSION", "0000000000000001a.session",
        "000000000000001a.1-1-1-1-1.enablement", "000000000000001a.3669E9EF-35C8-5DCB-A3B7-5B2BA5E1F6B1.enablement",
        "3669e9ef-35c8-5dcb-a3b7-5b2ba5e1f6b1.schema", "3669e9ef-35c8-5dcb-a3b7-5b2ba5e1f6b1.12.schema",
        "0123456789abcdeffedcba9876543210.pages", "0123456789abcdeffedcba987654321.page",
        "0123456789abcdeffedcba9876543210.01.ring", "0123456789abcdeffedcba9876543210.-1.ring",
        "0123456789abcdeffedcba9876543210.1234567.ring", "0123456789abcdeffedcba9876543210.ring",
        ".tmp.0123456789abcdeffedcba9876543210", ".tmp.0123456789abcdeffedcba9876543210.x",
        ".tmp.0123456789abcdeffedcba9876543210.1234567890123456789", ".tmp.1.1",
        "0123456789abcdeffedcba9876543210.request", "0123456789abcdeffedcba9876543210.01.request",
        "0123456789abcdeffedcba9876543210.-1.answer", "0123456789abcdeffedcba9876543210.1.answers",
        "0123456789abcdeffedcba9876543210.1234567890123456789.answer"
    })
    void shouldNotBeReadAsAnythingElse(final String name) {
        assertThat(PARSERS).allSatisfy(parser -> assertThat(parser.apply(name)).isNull());
    }

    @Test
    void shouldMakeDifferentIncarnations() {
        assertThat(Stream.generate(Incarnation::random).limit(1_000).distinct()).hasSize(1_000);
    }
}
