package io.ringside.internal.agent;

import io.ringside.internal.write.ClassicPort;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The parts of a classic registration in addition to its schema.
 *
 * @param port    port through which it writes
 * @param classes classes of its events whose layout is published
 */
public record ClassicParts(ClassicPort port, List<ProviderSchema> classes) {
    public ClassicParts {
        classes = List.copyOf(classes);
    }

    /** Make the schemas in the process page known to records: first the provider's, then those of the classes. */
    void connect(final List<ConnectedSchema> connected) {
        final List<UUID> ids = new ArrayList<>();
        final List<Integer> indexes = new ArrayList<>();
        for (int i = 0; i < classes.size(); i++) {
            ids.add(classes.get(i).id());
            indexes.add(connected.get(i + 1).registration().index());
        }
        port.connect(connected.get(0).registration().index(), ids, indexes);
    }
}
