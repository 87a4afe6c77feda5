package io.ringside.proof;

import io.ringside.filter.EnablementFilters;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * A filter of the model: how it is asked for, and, in words of its rule alone, what passes it.
 *
 * @param text    for people
 * @param request adds it to what is asked for
 * @param passes  whether a write of a process passes
 */
record ModelFilter(String text, Consumer<EnablementFilters.Builder> request,
        BiPredicate<ModelProcess, ModelWrite> passes) {
    @Override
    public String toString() {
        return text;
    }
}
