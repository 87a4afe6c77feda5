package io.ringside.processor;

import io.ringside.RingsideException;
import io.ringside.counter.CounterSchema;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.typed.TraceCounter;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Parses a method with {@link TraceCounter}; references to other counters are checked after all are parsed. */
final class CounterParser {
    /** Names that generated classes use for themselves. */
    private static final Set<String> TAKEN_NAMES = Set.of("close", "instance", "owned", "shared", "getClass", "notify",
            "notifyAll", "wait", "hashCode", "toString", "equals", "clone", "finalize");

    private final Problems problems;
    private final Elements elements;

    CounterParser(final Problems problems, final Elements elements) {
        this.problems = problems;
        this.elements = elements;
    }

    /** Returns the counter; null if a problem was reported. */
    @Nullable
    CounterModel parse(final ExecutableElement method, final TraceCounter counter) {
        final int before = problems.count();
        final String name = method.getSimpleName().toString();
        checkMethod(method, name);
        checkRange(method, "id", counter.id(), 0, CounterLimits.ID_MAX);
        checkRange(method, "scale", counter.scale(), -CounterLimits.DEFAULT_SCALE_MAX,
                CounterLimits.DEFAULT_SCALE_MAX);
        if (problems.count() != before) {
            return null;
        }
        String member = "name";
        try {
            final CounterSchema named = CounterSchema.of(counter.id(), counter.name().isEmpty() ? name : counter.name(),
                    counter.type());
            member = "unit";
            final CounterSchema measured = named.withUnit(counter.unit());
            member = "display";
            final CounterSchema schema = measured.withDisplay(counter.display()).withDetail(counter.detail())
                    .withScale(counter.scale()).withAggregate(counter.aggregate())
                    .withDescription(Documentation.of(elements, method,
                            CounterLimits.DESCRIPTION_LENGTH_MAX));
            return new CounterModel(method, name, schema, counter);
        } catch (final RingsideException e) {
            problems.report(method, TraceCounter.class, member, e.getMessage() + ": choose another " + member);
            return null;
        }
    }

    private void checkMethod(final ExecutableElement method, final String name) {
        if (method.getReturnType().getKind() != TypeKind.LONG || !method.getParameters().isEmpty()
                || !method.getTypeParameters().isEmpty()) {
            problems.report(method, "a counter takes nothing and returns its value: counter=" + name
                    + ": declare it as long " + name + "()");
        }
        if (method.isDefault() || method.getModifiers().contains(Modifier.STATIC)) {
            problems.report(method, "counter has a body: counter=" + name + ": take the body away, or @TraceCounter");
        }
        if (!method.getThrownTypes().isEmpty()) {
            problems.report(method, "counter declares exceptions: counter=" + name
                    + ": take them away, no counter throws any");
        }
        if (TAKEN_NAMES.contains(name)) {
            problems.report(method, "name is taken by the generated classes: counter=" + name
                    + ": choose another name, and let name = \"" + name + "\"");
        }
    }

    private void checkRange(final ExecutableElement method, final String member, final int value, final int min,
            final int max) {
        if (value < min || value > max) {
            problems.report(method, TraceCounter.class, member, member + " of counter is out of range: counter="
                    + method.getSimpleName() + ", " + member + "=" + value + ": use " + min + ".." + max);
        }
    }
}
