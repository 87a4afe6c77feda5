package io.ringside.internal.sbe;

import io.ringside.internal.schema.SbeReader;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.SbeSchema;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.IrDecoder;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.OtfHeaderDecoder;
import uk.co.real_logic.sbe.otf.OtfMessageDecoder;

/**
 * Reader of SBE messages that uses SBE's own decoder. Lengths and counts in a message are trusted only within its
 * payload and up to a maximum number of values; if Agrona's bounds checks are off, nothing is read. Not thread-safe.
 */
public final class OtfSbeReader implements SbeReader {
    /** Signals that may follow the beginning of a field. */
    private static final Set<Signal> VALUES = EnumSet.of(Signal.ENCODING, Signal.BEGIN_COMPOSITE, Signal.BEGIN_ENUM,
            Signal.BEGIN_SET);
    private static final int NESTING_MAX = 64;

    private final UnsafeBuffer message = new UnsafeBuffer(0, 0);
    private final Map<SbeSchema, Optional<Schema>> schemas = new HashMap<>();

    /** The parts of a schema that decoding needs. */
    private record Schema(Ir ir, OtfHeaderDecoder header) {}

    /** Called by {@link java.util.ServiceLoader}. */
    public OtfSbeReader() {
        // Schemas are added when messages need them.
    }

    @Override
    public boolean read(final SbeSchema schema, final DirectBuffer payload, final int offset, final int length,
            final FieldVisitor visitor) {
        final Schema known = schemas.computeIfAbsent(schema, OtfSbeReader::decode).orElse(null);
        if (known == null || !UnsafeBuffer.SHOULD_BOUNDS_CHECK) {
            return false;
        }
        message.wrap(payload, offset, length);
        final OtfHeaderDecoder header = known.header();
        if (length < header.encodedLength() || header.getSchemaId(message, 0) != known.ir().id()) {
            return false;
        }
        final List<Token> tokens = known.ir().getMessage(header.getTemplateId(message, 0));
        if (tokens == null) {
            return false;
        }
        final VisitedTokens visited = new VisitedTokens(tokens.get(0).name(), visitor);
        try {
            OtfMessageDecoder.decode(message, header.encodedLength(), header.getSchemaVersion(message, 0),
                    header.getBlockLength(message, 0), tokens, visited);
        } catch (final RuntimeException e) {
            // Lengths or counts exceed the payload, or the decoder does not understand the schema.
            visited.breakOff(message);
        }
        return true;
    }

    /**
     * {@return whether each token in a range lies within its parent, and each field has a value} SBE's decoder relies
     * on these counts, and would loop forever if they were wrong.
     */
    private static boolean isSound(final List<Token> tokens, final int from, final int to, final int nesting) {
        int next = from;
        while (next < to) {
            final Token token = tokens.get(next);
            final int count = token.componentTokenCount();
            if (count < 1 || count > to - next || nesting == 0) {
                return false;
            }
            if (token.signal() == Signal.BEGIN_FIELD
                    && (count <= 2 || !VALUES.contains(tokens.get(next + 1).signal()))) {
                return false;
            }
            // The last token is the end of this one.
            if (count > 1 && !isSound(tokens, next + 1, next + count - 1, nesting - 1)) {
                return false;
            }
            next += count;
        }
        return true;
    }

    private static Optional<Schema> decode(final SbeSchema schema) {
        try (IrDecoder decoder = new IrDecoder(ByteBuffer.wrap(schema.toBytes()))) {
            final Ir ir = decoder.decode();
            if (!ir.messages().stream().allMatch(tokens -> isSound(tokens, 0, tokens.size(), NESTING_MAX))) {
                return Optional.empty();
            }
            return Optional.of(new Schema(ir, new OtfHeaderDecoder(ir.headerStructure())));
        } catch (final RuntimeException e) {
            // Readers show the payload as bytes.
            return Optional.empty();
        }
    }
}
