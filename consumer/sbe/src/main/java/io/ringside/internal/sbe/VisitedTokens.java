package io.ringside.internal.sbe;

import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.FieldVisitor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.agrona.DirectBuffer;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.TokenListener;

/**
 * Listener that passes the tokens of SBE's decoder on as fields: groups as arrays of structs, composites as structs. It
 * omits optional values that are null, and fields that a message of an older version does not have. Used for one
 * message.
 */
final class VisitedTokens implements TokenListener {
    /** Maximum number of values in one message, because groups without bytes may claim any number of entries. */
    private static final int VALUES_MAX = 1 << 18;
    private static final int DEPTH_MAX = 2 * SchemaLimits.DEPTH_MAX;

    private final FieldVisitor visitor;
    private final TokenValues values;
    private final Deque<Open> open = new ArrayDeque<>();
    private FieldSchema last;
    private int count;

    /** Token that has begun and not ended. */
    private record Open(FieldSchema field, boolean isArray) {}

    VisitedTokens(final String message, final FieldVisitor visitor) {
        this.visitor = visitor;
        this.values = new TokenValues(visitor);
        this.last = FieldSchema.of(message, FieldType.BINARY);
    }

    /** Ends all open tokens, and marks the message as truncated. */
    void breakOff(final DirectBuffer buffer) {
        while (!open.isEmpty()) {
            end();
        }
        visitor.onTruncated(last, buffer, buffer.capacity(), 0);
    }

    @Override
    public void onBeginMessage(final Token token) {
        // The event itself represents the message.
    }

    @Override
    public void onEndMessage(final Token token) {
        // The event itself represents the message.
    }

    @Override
    public void onEncoding(final Token field, final DirectBuffer buffer, final int index, final Token type,
            final int actingVersion) {
        last = TokenValues.field(field, type);
        checkCount(Math.max(type.arrayLength(), 1));
        if (field.version() <= actingVersion) {
            values.visit(last, type, buffer, index);
        }
    }

    @Override
    public void onEnum(final Token field, final DirectBuffer buffer, final int index, final List<Token> tokens,
            final int from, final int to, final int actingVersion) {
        last = TokenValues.field(field, tokens.get(from));
        checkCount(1);
        if (field.version() <= actingVersion) {
            values.visitEnum(last, field, buffer, index, tokens.subList(from, to + 1));
        }
    }

    @Override
    public void onBitSet(final Token field, final DirectBuffer buffer, final int index, final List<Token> tokens,
            final int from, final int to, final int actingVersion) {
        last = TokenValues.field(field, tokens.get(from));
        checkCount(1);
        if (field.version() <= actingVersion) {
            values.visitSet(last, buffer, index, tokens.subList(from, to + 1));
        }
    }

    @Override
    public void onBeginComposite(final Token field, final List<Token> tokens, final int from, final int to) {
        begin(FieldSchema.of(field.name(), FieldType.BINARY), false, 1);
    }

    @Override
    public void onEndComposite(final Token field, final List<Token> tokens, final int from, final int to) {
        end();
    }

    @Override
    public void onGroupHeader(final Token token, final int entries) {
        begin(FieldSchema.of(token.name(), FieldType.BINARY), true, entries);
        if (entries <= 0) {
            end();
        }
    }

    @Override
    public void onBeginGroup(final Token token, final int index, final int entries) {
        begin(FieldSchema.of(token.name(), FieldType.BINARY), false, 1);
    }

    @Override
    public void onEndGroup(final Token token, final int index, final int entries) {
        end();
        if (index == entries - 1) {
            end();
        }
    }

    @Override
    public void onVarData(final Token field, final DirectBuffer buffer, final int index, final int length,
            final Token type) {
        last = FieldSchema.of(field.name(), FieldType.BINARY);
        checkCount(1);
        buffer.boundsCheck(index, length);
        values.visitData(last, type, buffer, index, length);
    }

    private void begin(final FieldSchema field, final boolean isArray, final int entries) {
        last = field;
        checkCount(1);
        if (open.size() == DEPTH_MAX) {
            throw new IllegalStateException("message is nested too deeply: field=" + field.name());
        }
        open.push(new Open(field, isArray));
        if (isArray) {
            visitor.onArrayBegin(field, Math.max(entries, 0));
        } else {
            visitor.onStructBegin(field);
        }
    }

    private void end() {
        final Open ended = open.pop();
        if (ended.isArray()) {
            visitor.onArrayEnd(ended.field());
        } else {
            visitor.onStructEnd(ended.field());
        }
    }

    private void checkCount(final int more) {
        if (more > VALUES_MAX - count) {
            throw new IllegalStateException("message has too many values: max=" + VALUES_MAX);
        }
        count += more;
    }
}
