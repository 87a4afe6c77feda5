package io.ringside.processor;

import io.ringside.RingsideException;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.typed.TraceCounter;
import io.ringside.typed.TraceCounterSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Parses an interface with {@link TraceCounterSet}. */
final class CounterSetParser {
    /** Methods of an instance without parameters, besides its counters. */
    private static final Set<String> GENERATED = Set.of("close", "instance", "clone", "finalize");
    /** Methods of an instance with the id of a counter as parameter. */
    private static final Set<String> HANDLES = Set.of("owned", "shared");

    private final Problems problems;
    private final Elements elements;

    /** Reference from one counter to another. */
    private interface Reference {
        CounterSchema with(CounterSchema counter, int id);
    }

    CounterSetParser(final Problems problems, final Elements elements) {
        this.problems = problems;
        this.elements = elements;
    }

    /** Returns the counter set; null if a problem was reported. */
    @Nullable
    CounterSetModel parse(final TypeElement type) {
        final int before = problems.count();
        if (!DeclaringInterface.isSound(problems, type, TraceCounterSet.class, "a counter set")) {
            return null;
        }
        final List<CounterModel> counters = counters(type);
        checkNumbersAndNames(counters);
        checkMethods(counters);
        for (final CounterModel counter : counters) {
            checkBase(counter, counters);
            checkOther(counter, "time", counter.declared().time(), counters, CounterSchema::withTime);
            checkOther(counter, "frequency", counter.declared().frequency(), counters, CounterSchema::withFrequency);
        }
        final Set<String> operations = operations(type, counters, problems.count() != before);
        final CounterSetSchema schema = problems.count() == before ? schema(type, counters) : null;
        return schema == null
                ? null
                : new CounterSetModel(type, elements.getPackageOf(type).getQualifiedName().toString(), schema, counters,
                        operations);
    }

    private List<CounterModel> counters(final TypeElement type) {
        final CounterParser parser = new CounterParser(problems, elements);
        final List<CounterModel> counters = new ArrayList<>();
        boolean isEmpty = true;
        for (final ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            final TraceCounter counter = method.getAnnotation(TraceCounter.class);
            if (counter != null) {
                isEmpty = false;
                final CounterModel model = parser.parse(method, counter);
                if (model != null) {
                    counters.add(model);
                }
            }
        }
        if (isEmpty) {
            problems.report(type, "counter set has no counters: type=" + type + ": give a method @TraceCounter");
        }
        return counters;
    }

    private void checkNumbersAndNames(final List<CounterModel> counters) {
        final Map<Integer, String> nameById = new HashMap<>();
        final Map<String, String> nameByKey = new HashMap<>();
        for (final CounterModel counter : counters) {
            final CounterSchema schema = counter.schema();
            final String sameId = nameById.putIfAbsent(schema.id(), counter.name());
            if (sameId != null) {
                problems.report(counter.method(), TraceCounter.class, "id", "two counters have the same id: id="
                        + schema.id() + ", counters=" + sameId + " and " + counter.name()
                        + ": give one of them another id");
            }
            final String sameName = nameByKey.putIfAbsent(CounterPath.Instance.key(schema.name()), counter.name());
            if (sameName != null) {
                problems.report(counter.method(), TraceCounter.class, "name",
                        "two counters have the same name, letter case aside: name=" + schema.name() + ", counters="
                                + sameName + " and " + counter.name() + ": give one of them another name");
            }
        }
    }

    /** Reports counters whose generated methods would have the same name. */
    private void checkMethods(final List<CounterModel> counters) {
        final Map<String, String> counterByMethod = new HashMap<>();
        for (final CounterModel counter : counters) {
            final Set<String> names = new HashSet<>(Set.of(counter.name()));
            for (final CounterOperation operation : CounterOperation.values()) {
                names.add(operation.nameFor(counter.name()));
            }
            for (final String name : names) {
                final String other = counterByMethod.putIfAbsent(name, counter.name());
                if (other != null) {
                    problems.report(counter.method(), "two counters would have a method of the same name: counters="
                            + other + " and " + counter.name() + ", method=" + name
                            + ": give one of them another name, and keep the counter's by name = \"…\"");
                    break;
                }
            }
        }
    }

    private void checkBase(final CounterModel counter, final List<CounterModel> counters) {
        final CounterType type = counter.schema().type();
        final CounterType needed = type.base();
        final String what = "counter=" + counter.name() + ", type=" + type;
        final int baseId = counter.declared().base();
        final CounterModel base = counters.stream().filter(other -> other.schema().id() == baseId).findFirst()
                .orElse(null);
        if (needed == null && baseId != TraceCounter.NONE) {
            problems.report(counter.method(), TraceCounter.class, "base", "type of counter needs no base: " + what
                    + ": leave base out");
        } else if (needed != null && baseId == TraceCounter.NONE) {
            problems.report(counter.method(), TraceCounter.class, "type", "type of counter needs a base: " + what
                    + ": declare a counter of the type " + needed + ", and let base be its id");
        } else if (needed != null && (base == null || base.schema().type() != needed)) {
            problems.report(counter.method(), TraceCounter.class, "base", "base of counter is "
                    + (base == null ? "not there: " : "of another type: ") + what + ", base=" + baseId
                    + ", baseType=" + (base == null ? "none" : base.schema().type())
                    + ": let it be the id of a counter of the type " + needed);
        }
    }

    private void checkOther(final CounterModel counter, final String member, final int id,
            final List<CounterModel> counters, final Reference reference) {
        final String what = "counter=" + counter.name() + ", type=" + counter.schema().type() + ", " + member + '='
                + id;
        if (id == TraceCounter.NONE) {
            return;
        }
        if (id == counter.schema().id() || counters.stream().noneMatch(other -> other.schema().id() == id)) {
            problems.report(counter.method(), TraceCounter.class, member, member + " of counter is no other counter: "
                    + what + ": let it be the id of another counter of the set");
            return;
        }
        try {
            reference.with(counter.schema(), id);
        } catch (final RingsideException e) {
            problems.report(counter.method(), TraceCounter.class, member, e.getMessage() + ": leave " + member
                    + " out");
        }
    }

    /** Returns the names of the methods that change counters; all others must have a body. */
    private Set<String> operations(final TypeElement type, final List<CounterModel> counters,
            final boolean isUnsound) {
        final Set<String> operations = new HashSet<>();
        for (final ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (method.getAnnotation(TraceCounter.class) != null) {
                continue;
            }
            final String name = method.getSimpleName().toString();
            if (isOverridden(method, counters)) {
                problems.report(method, "method has a body, and the name of one that is generated: method=" + name
                        + ": take the body away, or give the method another name");
            } else if (CounterOperation.isOne(method, counters)) {
                operations.add(name);
            } else if (method.getModifiers().contains(Modifier.ABSTRACT) && !isUnsound) {
                problems.report(method, "method is neither a counter nor changes one: method=" + name
                        + ": add @TraceCounter; or name it as a counter with increment, decrement, add or set in front,"
                        + " let it return void, and take a long to add or set; or give it a body");
            }
        }
        return operations;
    }

    /** Returns whether a body would be unused or conflict, since the generated class has such a method. */
    private static boolean isOverridden(final ExecutableElement method, final List<CounterModel> counters) {
        return method.getModifiers().contains(Modifier.DEFAULT) && (CounterOperation.isCalledAsOne(method, counters)
                || (method.getParameters().isEmpty() && GENERATED.contains(method.getSimpleName().toString()))
                || (method.getParameters().size() == 1
                        && method.getParameters().get(0).asType().getKind() == TypeKind.INT
                        && HANDLES.contains(method.getSimpleName().toString())));
    }

    private @Nullable CounterSetSchema schema(final TypeElement type, final List<CounterModel> counters) {
        final TraceCounterSet set = type.getAnnotation(TraceCounterSet.class);
        try {
            final CounterSetSchema schema = CounterSetSchema
                    .of(set.value(), set.kind(), counters.stream().map(CounterModel::wholeSchema).toList())
                    .withDescription(Documentation.of(elements, type,
                            CounterLimits.DESCRIPTION_LENGTH_MAX));
            return set.id().isEmpty() ? schema : schema.withId(UUID.fromString(set.id()));
        } catch (final RingsideException e) {
            problems.report(type, TraceCounterSet.class, "value", e.getMessage() + ": declare it otherwise");
        } catch (final IllegalArgumentException e) {
            problems.report(type, TraceCounterSet.class, "id", "id of counter set is no UUID: id=" + set.id()
                    + ": write it as 01234567-89ab-cdef-0123-456789abcdef, or leave it out");
        }
        return null;
    }
}
