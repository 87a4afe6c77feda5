package io.ringside.processor;

import io.ringside.typed.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.NoType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * The methods of the generated class of a provider, including inherited ones: methods of the interface with a body must
 * not conflict with them. Used for one interface.
 */
final class GeneratedMethods {
    private static final String BASE = "io.ringside.provider.generated.TypedProvider";
    private static final String RINGSIDE = "io.ringside.provider.Ringside";
    private static final String CALLBACK = "io.ringside.callback.ProviderCallback";
    private static final String OBJECT = "java.lang.Object";
    private static final String STRING = "java.lang.String";

    private final Problems problems;
    private final Elements elements;
    private final Types types;
    private final List<Taken> taken = new ArrayList<>();

    /**
     * Method of the generated class.
     *
     * @param parameters parameter types as source text.
     * @param returned   return type; none if no method with a body is compatible, since it is static or not public.
     */
    private record Taken(String name, List<String> parameters, TypeMirror returned) {}

    GeneratedMethods(final Problems problems, final Elements elements, final Types types) {
        this.problems = problems;
        this.elements = elements;
        this.types = types;
    }

    /** Reports methods with a body that conflict with one of the generated class. */
    void check(final TypeElement type, final List<EventModel> events) {
        addInherited();
        addMaking();
        events.forEach(this::addEvent);
        for (final ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (method.isDefault() && method.getAnnotation(TraceEvent.class) == null) {
                check(method);
            }
        }
    }

    private void check(final ExecutableElement method) {
        final String name = method.getSimpleName().toString();
        final List<String> parameters = parameters(method);
        for (final Taken other : taken) {
            if (other.name().equals(name) && other.parameters().equals(parameters)
                    && !isReturned(other.returned(), method.getReturnType())) {
                problems.report(method, "method has a body, and is one that the generated class has otherwise: method="
                        + name + ", parameters=" + parameters + ", type=" + method.getReturnType()
                        + (isNone(other.returned()) ? "" : ", generated=" + other.returned())
                        + ": give it another name, or other parameters");
                return;
            }
        }
    }

    /** Returns whether a method with the first return type can implement one with the second. */
    private boolean isReturned(final TypeMirror generated, final TypeMirror declared) {
        return !isNone(generated) && (types.isSameType(generated, declared)
                || (generated.getKind() == TypeKind.DECLARED && types.isSubtype(generated, declared)));
    }

    private static boolean isNone(final TypeMirror type) {
        return type.getKind() == TypeKind.NONE;
    }

    private void addInherited() {
        final TypeElement base = elements.getTypeElement(BASE);
        final Element object = elements.getTypeElement(OBJECT);
        for (final ExecutableElement method : ElementFilter
                .methodsIn(base == null ? object.getEnclosedElements() : elements.getAllMembers(base))) {
            if (!method.getModifiers().contains(Modifier.PRIVATE)) {
                final boolean isPublic = method.getModifiers().contains(Modifier.PUBLIC);
                taken.add(new Taken(method.getSimpleName().toString(), parameters(method),
                        isPublic ? method.getReturnType() : none()));
            }
        }
    }

    private void addMaking() {
        taken.add(new Taken("register", List.of(RINGSIDE), none()));
        taken.add(new Taken("register", List.of(RINGSIDE, CALLBACK, OBJECT), none()));
        taken.add(new Taken("registerAs", List.of(STRING, RINGSIDE), none()));
        taken.add(new Taken("registerAs", List.of(STRING, RINGSIDE, CALLBACK, OBJECT), none()));
        taken.add(new Taken("schema$", List.of(), none()));
    }

    private void addEvent(final EventModel event) {
        final TypeMirror truth = types.getPrimitiveType(TypeKind.BOOLEAN);
        taken.add(new Taken(event.name() + ProviderModel.QUESTION_SUFFIX, List.of(), truth));
        if (event.sbe() != null) {
            taken.add(new Taken(event.name() + ProviderModel.CLAIM_SUFFIX, SbeParser.CLAIM_TYPES, truth));
        }
        taken.add(new Taken("write$" + event.name(),
                event.parameters().stream().map(ParameterModel::javaType).toList(), none()));
        taken.add(new Taken("schema$" + event.name(), List.of("io.ringside.schema.ProviderSchema.Builder"), none()));
    }

    private List<String> parameters(final ExecutableElement method) {
        return method.getParameters().stream().map(parameter -> FieldParser.type(types.erasure(parameter.asType())))
                .toList();
    }

    private NoType none() {
        return types.getNoType(TypeKind.NONE);
    }
}
