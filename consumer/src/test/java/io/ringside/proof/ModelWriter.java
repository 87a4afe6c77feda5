package io.ringside.proof;

import io.ringside.activity.ActivityId;
import io.ringside.event.DataDescriptors;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.PayloadWriter;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Registers the model's providers in this process and writes their events, as lines tell it. For one thread. */
final class ModelWriter implements AutoCloseable {
    /** Most registrations at a time; one half are of the first provider, the other of the second. */
    static final int REGISTRATIONS = 4;
    /** Most significant half of all activities. */
    static final long ACTIVITY_MOST = 0x4D6F64656CL;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

    private final Path directory;
    private final @Nullable Handles[] handles = new @Nullable Handles[REGISTRATIONS];
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);
    private final PayloadWriter fields = new PayloadWriter();
    private final DataDescriptors blocks = new DataDescriptors();
    private final WriteOptions options = new WriteOptions();
    private final EventClaim claim = EventClaim.create();
    private Ringside ringside;

    /** A registration with its events in the order of the model. */
    private record Handles(ProviderRegistration registration, List<ProviderEvent> events) {}

    ModelWriter(final Path directory) {
        this.directory = directory;
        ringside = connect();
    }

    static int provider(final int registration) {
        return registration * ModelEvent.PROVIDERS.size() / REGISTRATIONS;
    }

    /** Do what a line says, and tell what came of it. */
    String run(final String line) {
        final int space = line.indexOf(' ');
        final String what = line.substring(space + 1);
        switch (line.substring(0, space)) {
            case "register" -> register(Integer.parseInt(what));
            case "unregister" -> handles(Integer.parseInt(what)).registration.close();
            case "live" -> {
                ringside.close();
                ringside = connect();
            }
            case "write" -> {
                return writeAll(what);
            }
            default -> throw new IllegalArgumentException("unknown command: line=" + line);
        }
        return "done";
    }

    @Override
    public void close() {
        ActivityId.set(null);
        ringside.close();
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(directory).registerTimeoutNs(TIMEOUT_NS));
    }

    private void register(final int index) {
        final ProviderRegistration registration = ringside.register(ModelEvent.schema(provider(index)));
        final Iterator<ProviderEvent> declared = registration.events().iterator();
        final List<ProviderEvent> events = new ArrayList<>();
        for (final ModelEvent event : ModelEvent.ALL) {
            events.add(event.describesItself()
                    ? registration.selfDescribing(event.name()).level(event.level()).keyword(event.keyword())
                            .fields(event.schemaFields()).intern()
                    : declared.next());
        }
        handles[index] = new Handles(registration, events);
    }

    private Handles handles(final int registration) {
        final Handles known = handles[registration];
        if (known == null) {
            throw new IllegalStateException("never registered: registration=" + registration);
        }
        return known;
    }

    private String writeAll(final String lines) {
        final StringJoiner results = new StringJoiner(" ");
        for (final String line : lines.split(" ", -1)) {
            final long result = write(ModelWrite.parse(line));
            results.add(WriteResult.wanted(result) + "/" + WriteResult.written(result) + "/"
                    + WriteResult.status(result));
        }
        return results.toString();
    }

    private long write(final ModelWrite write) {
        final Handles known = handles(write.registration());
        ActivityId.set(ACTIVITY_MOST, write.form().hasOptions() ? 0 : write.number());
        options.reset().activity(ACTIVITY_MOST, write.number()).flags(write.isPrivate() ? WriteOptions.IN_PRIVATE : 0);
        write.excluded().forEach(options::exclude);
        if (write.form().isString()) {
            return write.form().hasOptions()
                    ? known.registration.writeString(options, write.level(), write.keyword(), write.text())
                    : known.registration.writeString(write.level(), write.keyword(), write.text());
        }
        fields.wrap(payload, 0, payload.capacity());
        final int fieldCount = write.event().fields();
        if (fieldCount > 0) {
            fields.putLong(write.number());
        }
        if (fieldCount > 1) {
            fields.putInt(write.price());
        }
        if (fieldCount > 2) {
            fields.putString(write.text());
        }
        return write(known.events.get(write.kind()), write.form(), fields.length());
    }

    private long write(final ProviderEvent event, final ModelForm form, final int length) {
        return switch (form) {
            case NO_PAYLOAD -> event.write();
            case NO_PAYLOAD_WITH_OPTIONS -> event.write(options);
            case BUFFER -> event.write(payload, 0, length);
            case BUFFER_WITH_OPTIONS -> event.write(options, payload, 0, length);
            case BLOCKS -> event.write(blocks(length));
            case BLOCKS_WITH_OPTIONS -> event.write(options, blocks(length));
            case CLAIM, CLAIM_WITH_OPTIONS -> claim(event, form.hasOptions(), length);
            default -> throw new IllegalArgumentException("no form of an event: form=" + form);
        };
    }

    private long claim(final ProviderEvent event, final boolean hasOptions, final int length) {
        if (!event.tryClaim(claim, length)) {
            return claim.result();
        }
        claim.buffer().putBytes(0, payload, 0, length);
        return hasOptions ? claim.commit(options) : claim.commit();
    }

    /** Blocks whose borders lie inside of fields. */
    private DataDescriptors blocks(final int length) {
        final int first = length / 3;
        final int second = length / 2;
        return blocks.reset().add(payload, 0, first).add(payload, first, second - first)
                .add(payload, second, length - second);
    }
}
