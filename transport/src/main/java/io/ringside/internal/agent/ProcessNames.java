package io.ringside.internal.agent;

import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.NamesFile;
import io.ringside.schema.PublishedNames;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.agrona.CloseHelper;

/**
 * The files of the names that this process publishes, one for each provider whose schema has such names. They stay when
 * a registration ends, because its events may still be read. Used by the control thread only.
 */
final class ProcessNames implements AutoCloseable {
    private final Participant participant;
    private final Map<UUID, Published> byProvider = new HashMap<>();

    private record Published(PublishedNames names, NamesFile file) {}

    ProcessNames(final Participant participant) {
        this.participant = participant;
    }

    /** Make the file of a provider, unless it exists, before the provider's first event so that readers find it. */
    void open(final UUID providerId, final PublishedNames names) {
        if (!byProvider.containsKey(providerId)) {
            byProvider.put(providerId, new Published(names, create(providerId, names)));
        }
    }

    /** Write the names that were published since the last call. */
    void write(final UUID providerId) {
        final Published known = byProvider.get(providerId);
        if (known != null) {
            known.file.write();
        }
    }

    /** Write names that could not be written before, and make files again that were removed or replaced. */
    void settle(final Consumer<Path> lost) {
        for (final Map.Entry<UUID, Published> each : byProvider.entrySet()) {
            final Published known = each.getValue();
            if (known.file.stands()) {
                known.file.write();
            } else {
                each.setValue(new Published(known.names, create(each.getKey(), known.names)));
                known.file.moved();
                known.file.close();
                lost.accept(known.file.path());
            }
        }
    }

    @Override
    public void close() {
        byProvider.values().forEach(known -> CloseHelper.close(known.file));
        byProvider.clear();
    }

    private NamesFile create(final UUID providerId, final PublishedNames names) {
        return NamesFile.create(participant.directory().names(providerId, participant.incarnation()),
                participant.files(), providerId, names);
    }
}
