package io.ringside.processor;

import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;

/** Operation that changes a counter, for each of which a method is generated. */
enum CounterOperation {
    /** Adds one. */
    INCREMENT("increment", "", "Adds one."),
    /** Subtracts one. */
    DECREMENT("decrement", "", "Takes one away."),
    /** Adds a number of any sign. */
    ADD("add", "growth", "Adds something, of any sign."),
    /** Sets a value. */
    SET("set", "value", "Sets the value.");

    /** Name of the handle's method for this operation. */
    private final String method;
    /** Name of the parameter; empty for none. */
    private final String parameter;
    private final String documentation;

    CounterOperation(final String method, final String parameter, final String documentation) {
        this.method = method;
        this.parameter = parameter;
        this.documentation = documentation;
    }

    String method() {
        return method;
    }

    String parameter() {
        return parameter;
    }

    String documentation() {
        return documentation;
    }

    /** Returns the name of the generated method for the counter declared by a method. */
    String nameFor(final String counter) {
        return method + Character.toUpperCase(counter.charAt(0)) + counter.substring(1);
    }

    /** Returns whether a method without the annotation is one of those generated for these counters. */
    static boolean isOne(final ExecutableElement method, final List<CounterModel> counters) {
        return method.getReturnType().getKind() == TypeKind.VOID && method.getTypeParameters().isEmpty()
                && !method.getModifiers().contains(Modifier.STATIC)
                && !method.getModifiers().contains(Modifier.PRIVATE)
                && isCalledAsOne(method, counters);
    }

    /** Returns whether a method has the name and parameters of a generated one, whatever its return type. */
    static boolean isCalledAsOne(final ExecutableElement method, final List<CounterModel> counters) {
        final String name = method.getSimpleName().toString();
        for (final CounterOperation operation : values()) {
            if (operation.takes(method)
                    && counters.stream().anyMatch(counter -> name.equals(operation.nameFor(counter.name())))) {
                return true;
            }
        }
        return false;
    }

    private boolean takes(final ExecutableElement called) {
        return parameter.isEmpty()
                ? called.getParameters().isEmpty()
                : called.getParameters().size() == 1
                        && called.getParameters().get(0).asType().getKind() == TypeKind.LONG;
    }
}
