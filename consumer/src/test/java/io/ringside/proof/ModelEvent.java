package io.ringside.proof;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * An event of the model's providers as plain facts. Its payload has the first few of the fields {@code number},
 * {@code price} and {@code text}.
 *
 * @param describesItself whether it is no declared event: it has no id then
 * @param fields          how many of the fields it has
 */
record ModelEvent(String name, int id, int version, int level, long keyword, boolean describesItself, int fields) {
    /** Both have the same events, and nothing else in common. */
    static final List<String> PROVIDERS = List.of("Proof.Model.First", "Proof.Model.Second");
    /** All but the strings, which have no place in this list. */
    static final List<ModelEvent> ALL = List.of(
            new ModelEvent("bare", 1, 0, 0, 0x2, false, 0),
            new ModelEvent("plain", 2, 0, 4, 0, false, 1),
            new ModelEvent("priced", 3, 0, 3, 0x1, false, 2),
            new ModelEvent("named", 4, 0, 5, 0x6, false, 3),
            new ModelEvent("named", 4, 1, 4, 0x6, false, 2),
            new ModelEvent("high", 5, 0, 2, 0x8000_0000_0000_0004L, false, 2),
            new ModelEvent("custom", 6, 0, 200, 0x7, false, 3),
            new ModelEvent("told", 0, 0, 4, 0x3, true, 3),
            new ModelEvent("said", 0, 0, 1, 0, true, 2));
    static final String NUMBER = "number";
    static final String PRICE = "price";
    static final String TEXT = "text";
    private static final List<FieldSchema> FIELDS = List.of(FieldSchema.of(NUMBER, FieldType.INT64),
            FieldSchema.of(PRICE, FieldType.INT32), FieldSchema.of(TEXT, FieldType.STRING));

    /** A string of some level and keyword: it has neither id nor name, nor fields. */
    static ModelEvent string(final int level, final long keyword) {
        return new ModelEvent("", 0, 0, level, keyword, false, 0);
    }

    static ProviderSchema schema(final int provider) {
        final var schema = ProviderSchema.builder(PROVIDERS.get(provider));
        for (final ModelEvent event : ALL) {
            if (!event.describesItself) {
                schema.event(event.name,
                        EventDescriptor.of(event.id, event.version, 0, event.level, 0, 0, event.keyword),
                        event.schemaFields());
            }
        }
        return schema.build();
    }

    FieldSchema[] schemaFields() {
        return FIELDS.subList(0, fields).toArray(FieldSchema[]::new);
    }

    /** Names of the fields that it has. */
    List<String> fieldNames() {
        return List.of(NUMBER, PRICE, TEXT).subList(0, fields);
    }

    /** Names of events, each once. */
    static List<String> names() {
        return new ArrayList<>(ALL.stream().map(ModelEvent::name).distinct().toList());
    }
}
