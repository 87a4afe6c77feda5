package io.ringside.processor;

import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;

/** A way to change a counter, each a method that is generated. */
enum CounterOperation {
    /** Adds one. */
    INCREMENT("increment", "", "Adds one."),
    /** Subtracts one. */
    DECREMENT("decrement", "", "Takes one away."),
    /** Adds any number. */
    ADD("add", "growth", "Adds something, of any sign."),
    /** Sets any number. */
    SET("set", "value", "Sets the value.");

    /** Name of the handle's method for this operation. */
    private final String method;
    /** Empty for none. */
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

    /** The name of the method for a counter whose method has a name. */
    String nameFor(final String counter) {
        return method + Character.toUpperCase(counter.charAt(0)) + counter.substring(1);
    }

    /** Whether a method without the annotation is the one that is generated for one of these counters. */
    static boolean isOne(final ExecutableElement method, final List<CounterModel> counters) {
        return method.getReturnType().getKind() == TypeKind.VOID && method.getTypeParameters().isEmpty()
                && !method.getModifiers().contains(Modifier.STATIC)
                && !method.getModifiers().contains(Modifier.PRIVATE)
                && isCalledAsOne(method, counters);
    }

    /** Whether a method has the name and the parameters of one that is generated, whatever it returns. */
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
