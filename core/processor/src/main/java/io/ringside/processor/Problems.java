package io.ringside.processor;

import java.util.Map;
import javax.annotation.processing.Messager;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** Reports errors at their place: what is wrong, with which values, and what to do. */
final class Problems {
    private final Messager messager;
    private int count;

    Problems(final Messager messager) {
        this.messager = messager;
    }

    /** Errors so far. */
    int count() {
        return count;
    }

    void report(final Element at, final String message) {
        count++;
        messager.printMessage(Diagnostic.Kind.ERROR, message, place(at));
    }

    /** At a value of an annotation, or at the annotation if the value is not written there. */
    void report(final Element at, final Class<?> annotation, final String member, final String message) {
        final AnnotationMirror mirror = find(at, annotation);
        if (mirror == null) {
            report(at, message);
        } else {
            report(at, mirror, member, message);
        }
    }

    void report(final Element at, final AnnotationMirror mirror, final String member, final String message) {
        count++;
        messager.printMessage(Diagnostic.Kind.ERROR, message, place(at), mirror, value(mirror, member));
    }

    static @Nullable AnnotationMirror find(final Element element, final Class<?> annotation) {
        for (final AnnotationMirror mirror : element.getAnnotationMirrors()) {
            if (mirror.getAnnotationType().toString().equals(annotation.getCanonicalName())) {
                return mirror;
            }
        }
        return null;
    }

    /** The compiler knows no place of a component, but that of its field. */
    private static Element place(final Element at) {
        final Element owner = at.getEnclosingElement();
        if (owner != null && at.getKind() == ElementKind.RECORD_COMPONENT) {
            for (final VariableElement field : ElementFilter.fieldsIn(owner.getEnclosedElements())) {
                if (field.getSimpleName().equals(at.getSimpleName())) {
                    return field;
                }
            }
        }
        return at;
    }

    private static @Nullable AnnotationValue value(final AnnotationMirror mirror, final String member) {
        for (final Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> entry : mirror.getElementValues()
                .entrySet()) {
            if (entry.getKey().getSimpleName().contentEquals(member)) {
                return entry.getValue();
            }
        }
        return null;
    }
}
