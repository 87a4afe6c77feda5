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
 * Reads messages of SBE with SBE's own decoder. What a message says is believed within its payload only, and within a
 * bound of values; without bounds checks of Agrona nothing is read. For one thread.
 */
public final class OtfSbeReader implements SbeReader {
    /** The signals that can follow the begin of a field. */
    private static final Set<Signal> VALUES = EnumSet.of(Signal.ENCODING, Signal.BEGIN_COMPOSITE, Signal.BEGIN_ENUM,
            Signal.BEGIN_SET);
    private static final int NESTING_MAX = 64;

    private final UnsafeBuffer message = new UnsafeBuffer(0, 0);
    private final Map<SbeSchema, Optional<Schema>> schemas = new HashMap<>();

    /** The parts of a schema that decoding needs. */
    private record Schema(Ir ir, OtfHeaderDecoder header) {}

    /** For {@link java.util.ServiceLoader}. */
    public OtfSbeReader() {
        // It learns schemas as they come.
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
            // Lengths or counts that the payload does not hold, or a schema that its decoder does not understand.
            visited.breakOff(message);
        }
        return true;
    }

    /**
     * Whether each token between two places lies within its parent, and each field has a value: SBE's decoder goes by
     * their counts, and would go in a circle where they are wrong.
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
            // The last one is its end.
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
            // It stays bytes to its readers.
            return Optional.empty();
        }
    }
}
