package io.ringside.processor;

import io.ringside.schema.ProviderSchema;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/**
 * Interface that is a provider.
 *
 * @param type        the interface.
 * @param packageName package of the interface and of the generated classes.
 * @param baseName    prefix of the generated classes' names.
 * @param isPublic    whether generated classes are public.
 * @param schema      of the provider.
 * @param events      in the order of the schema.
 * @param questions   names of its methods {@code …Enabled} and {@code …Claim}.
 * @param agrona      package of Agrona that generated classes use.
 */
record ProviderModel(TypeElement type, String packageName, String baseName, boolean isPublic, ProviderSchema schema,
        List<EventModel> events, Set<String> questions, String agrona) {
    /** Suffix of an event's name in the name of the method that returns whether it is enabled. */
    static final String QUESTION_SUFFIX = "Enabled";
    /** Suffix of an SBE event's name in the name of the method that claims its space. */
    static final String CLAIM_SUFFIX = "Claim";

    String interfaceName() {
        return type.getQualifiedName().toString();
    }
}
