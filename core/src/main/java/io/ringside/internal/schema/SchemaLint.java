package io.ringside.internal.schema;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.List;

/** Detects parts of a schema that are allowed but not advisable. Stateless. */
public final class SchemaLint {
    private SchemaLint() {}

    /**
     * Checks a schema.
     *
     * @param schema to check.
     * @return one remark for each part that is not advisable; empty if there is none.
     */
    public static List<String> remarks(final ProviderSchema schema) {
        final List<String> remarks = new ArrayList<>();
        for (final EventSchema event : schema.events()) {
            remark(remarks, schema, event);
        }
        return remarks;
    }

    private static void remark(
            final List<String> remarks, final ProviderSchema schema, final EventSchema event) {
        final EventDescriptor descriptor = event.descriptor();
        if (descriptor.level() == Level.LOG_ALWAYS) {
            remarks.add("event passes every level filter, give it a level: event=" + event.name() + ", level=0");
        }
        if (descriptor.keyword() == Keyword.NONE) {
            remarks.add(
                    "event passes every keyword filter, give it a keyword: event=" + event.name() + ", keyword=0x0");
        }
        if (Level.isReserved(descriptor.level())) {
            remarks.add("level is reserved, use 1..5 or 16..255: event=" + event.name() + ", level="
                    + descriptor.level());
        }
        final long undefined = undefinedKeywords(schema, descriptor.keyword());
        if (undefined != Keyword.NONE) {
            remarks.add("keyword has no name, define it: event=" + event.name() + ", keyword=0x"
                    + Long.toHexString(undefined));
        }
    }

    private static long undefinedKeywords(final ProviderSchema schema, final long keyword) {
        long undefined = keyword & Keyword.OWN_MASK;
        for (final long mask : schema.keywords().values()) {
            undefined &= ~mask;
        }
        return undefined;
    }
}
