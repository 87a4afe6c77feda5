package io.ringside.processor;

import io.ringside.RingsideException;
import io.ringside.typed.TraceEvent;
import java.util.Map;
import java.util.function.Consumer;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** Reports errors at their position in the source: the fault, the values concerned, and the remedy. */
final class Problems {
    private final Messager messager;
    private final AnnotationTrees trees;
    private int count;

    Problems(final ProcessingEnvironment environment) {
        messager = environment.getMessager();
        trees = new AnnotationTrees(environment);
    }

    /** Returns the number of errors so far. */
    int count() {
        return count;
    }

    /** Declares an element of a schema; if the schema refuses it, passes the error to a reporter. */
    boolean declare(final Runnable declaration, final Consumer<String> report) {
        try {
            declaration.run();
            return true;
        } catch (final RingsideException e) {
            report.accept(String.valueOf(e.getMessage()));
            return false;
        }
    }

    void report(final Element at, final String message) {
        count++;
        messager.printMessage(Diagnostic.Kind.ERROR, message, place(at));
    }

    /** Reports an error at a value of an annotation, or at the annotation if the value is not written in the source. */
    void report(final Element at, final Class<?> annotation, final String member, final String message) {
        final AnnotationMirror mirror = find(at, annotation);
        if (mirror == null) {
            report(at, message);
        } else {
            report(at, mirror, member, message);
        }
    }

    /** Reports an error at a value of an annotation that may be repeated, by its index. */
    void report(final TypeElement at, final Class<?> annotation, final int index, final String member,
            final String message) {
        if (trees.report(at, annotation, index, member, message)) {
            count++;
        } else {
            report(at, message);
        }
    }

    /** Reports an error at the name of an event: the one in the annotation, or that of the method. */
    void reportName(final Element method, final TraceEvent event, final String message) {
        if (event.name().isEmpty()) {
            report(method, message);
        } else {
            report(method, TraceEvent.class, "name", message);
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

    /** Returns the field of a record component, since the compiler has no position of the component itself. */
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
