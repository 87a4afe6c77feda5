package io.ringside.processor;

import io.ringside.schema.ProviderSchema;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/**
 * An interface that is a provider.
 *
 * @param type        the interface.
 * @param packageName of it and of what is generated.
 * @param baseName    with which the names of generated classes begin.
 * @param isPublic    whether generated classes are.
 * @param schema      that it declares.
 * @param events      in the order of the schema.
 * @param questions   names of the methods {@code …Enabled} and {@code …Claim} that it has.
 * @param agrona      package of Agrona that generated classes use.
 */
record ProviderModel(TypeElement type, String packageName, String baseName, boolean isPublic, ProviderSchema schema,
        List<EventModel> events, Set<String> questions, String agrona) {
    /** Follows the name of an event in that of the method that asks whether it is enabled. */
    static final String QUESTION_SUFFIX = "Enabled";
    /** Follows the name of an event of SBE in that of the method that claims its room. */
    static final String CLAIM_SUFFIX = "Claim";

    String interfaceName() {
        return type.getQualifiedName().toString();
    }
}
