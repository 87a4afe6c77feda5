package io.ringside.processor;

import io.ringside.typed.Activity;
import io.ringside.typed.Decimal;
import io.ringside.typed.EventTime;
import io.ringside.typed.Interned;
import io.ringside.typed.NamedBy;
import io.ringside.typed.RelatedActivity;
import io.ringside.typed.SbeMessage;
import io.ringside.typed.Timestamp;
import io.ringside.typed.TraceCounter;
import io.ringside.typed.TraceCounterSet;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceKeyword;
import io.ringside.typed.TraceOpcode;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.TraceTask;
import io.ringside.typed.Unit;
import io.ringside.typed.Unsigned;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;

/** Reports annotations at places where they have no effect. */
final class AnnotationPlaces {
    /** Annotations of values. */
    private static final List<Class<? extends Annotation>> OF_VALUES = List.of(Unit.class, Unsigned.class,
            Timestamp.class, Decimal.class, NamedBy.class, Interned.class);
    /** Annotations of parameters of an event. */
    private static final List<Class<? extends Annotation>> OF_PARAMETERS = List.of(Activity.class,
            RelatedActivity.class, EventTime.class);
    /** Annotations of interfaces that are providers, each with its container for repetitions. */
    private static final Map<Class<? extends Annotation>, Class<? extends Annotation>> OF_PROVIDERS = Map.of(
            TraceKeyword.class, TraceKeyword.Container.class, TraceTask.class, TraceTask.Container.class,
            TraceOpcode.class, TraceOpcode.Container.class);

    private final Problems problems;

    AnnotationPlaces(final Problems problems) {
        this.problems = problems;
    }

    /** Checks all elements of an annotation processing round. */
    void check(final RoundEnvironment round) {
        checkOwners(round, TraceEvent.class, "event", TraceProvider.class, "a provider");
        checkOwners(round, TraceCounter.class, "counter", TraceCounterSet.class, "a counter set");
        OF_PROVIDERS.forEach((annotation, container) -> round
                .getElementsAnnotatedWithAny(Set.of(annotation, container)).stream()
                .filter(type -> type.getAnnotation(TraceProvider.class) == null)
                .forEach(type -> reportNothing(type, annotation, "give the interface @TraceProvider, or")));
        round.getElementsAnnotatedWith(SbeMessage.class).stream()
                .filter(method -> method.getAnnotation(TraceEvent.class) == null)
                .forEach(method -> reportNothing(method, SbeMessage.class, "let an event have it, or"));
        for (final Class<? extends Annotation> annotation : OF_PARAMETERS) {
            round.getElementsAnnotatedWith(annotation).forEach(parameter -> checkComponent(parameter, annotation));
        }
    }

    /**
     * Reports annotations of values at a record, which itself has no values.
     *
     * @return whether an error was reported.
     */
    boolean isReportedOfValues(final Element at) {
        final int before = problems.count();
        OF_VALUES.stream().filter(annotation -> at.getAnnotation(annotation) != null)
                .forEach(annotation -> reportNothing(at, annotation, "let a field have it that is no record, or"));
        return problems.count() != before;
    }

    /** Checks that annotated methods belong to an interface with the matching annotation. */
    private void checkOwners(final RoundEnvironment round, final Class<? extends Annotation> annotation,
            final String what, final Class<? extends Annotation> owner, final String ownerName) {
        for (final Element method : round.getElementsAnnotatedWith(annotation)) {
            final Element type = method.getEnclosingElement();
            if (type != null && type.getAnnotation(owner) == null) {
                problems.report(method, annotation, "id", what + " stands outside of " + ownerName + ": " + what + "="
                        + method.getSimpleName() + ", type=" + type + ": give the interface @" + owner.getSimpleName()
                        + "(\"its name\")");
            }
        }
    }

    /** Checks a record component; its annotation is only visible at the constructor's parameter. */
    private void checkComponent(final Element parameter, final Class<? extends Annotation> annotation) {
        final Element constructor = parameter.getEnclosingElement();
        if (constructor == null || constructor.getKind() != ElementKind.CONSTRUCTOR
                || !(constructor.getEnclosingElement() instanceof final TypeElement type)) {
            return;
        }
        for (final RecordComponentElement component : type.getRecordComponents()) {
            if (component.getSimpleName().equals(parameter.getSimpleName())) {
                reportNothing(component, annotation, "make it a parameter of the event, or");
            }
        }
    }

    private void reportNothing(final Element at, final Class<? extends Annotation> annotation, final String remedy) {
        final String message = "annotation says nothing here: annotation=@" + annotation.getSimpleName() + ", at="
                + at.getSimpleName() + ": " + remedy + " take it away";
        if (at instanceof final TypeElement type) {
            problems.report(type, annotation, 0, "name", message);
        } else {
            problems.report(at, annotation, "value", message);
        }
    }
}
