package io.ringside.processor;

import io.ringside.RingsideException;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SbeSchema;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Parses one interface with {@link TraceProvider}. */
final class ProviderParser {
    private final Problems problems;
    private final Elements elements;
    private final SbeParser sbeParser;
    private final GeneratedMethods generated;

    ProviderParser(final Problems problems, final ProcessingEnvironment environment) {
        this.problems = problems;
        this.elements = environment.getElementUtils();
        this.sbeParser = new SbeParser(problems, environment.getFiler());
        this.generated = new GeneratedMethods(problems, elements, environment.getTypeUtils());
    }

    /** Returns the provider; null if a problem was reported. */
    @Nullable
    ProviderModel parse(final TypeElement type) {
        final int before = problems.count();
        if (!DeclaringInterface.isSound(problems, type, TraceProvider.class, "a provider")) {
            return null;
        }
        final ProviderSchema.Builder schema = begin(type);
        final NamesParser names = new NamesParser(problems, type, schema);
        final List<EventModel> events = events(type, new EventParser(problems,
                new FieldParser(problems, elements, elements.getPackageOf(type)), names.keywords(), names.tasks(),
                names.opcodes(), sbeParser));
        final Set<String> questions = questions(type, events, problems.count() != before);
        generated.check(type, events);
        if (problems.count() != before) {
            return null;
        }
        final ProviderSchema built = build(type, schema, events);
        return built == null
                ? null
                : new ProviderModel(type, elements.getPackageOf(type).getQualifiedName().toString(),
                        DeclaringInterface.baseName(type), DeclaringInterface.isPublic(type), built, events, questions,
                        AgronaPackage.of(elements));
    }

    /** Returns a builder with the interface's own declarations; with a substitute name if the provider's is invalid. */
    private ProviderSchema.Builder begin(final TypeElement type) {
        final TraceProvider provider = type.getAnnotation(TraceProvider.class);
        ProviderSchema.Builder builder = ProviderSchema.builder("unnamed");
        try {
            builder = ProviderSchema.builder(provider.value());
        } catch (final RingsideException e) {
            problems.report(type, TraceProvider.class, "value", String.valueOf(e.getMessage()));
        }
        final ProviderSchema.Builder schema = builder;
        problems.declare(() -> schema.documentation(Documentation.of(elements, type)),
                message -> problems.report(type, message));
        try {
            return provider.id().isEmpty() ? schema : schema.id(UUID.fromString(provider.id()));
        } catch (final IllegalArgumentException e) {
            problems.report(type, TraceProvider.class, "id", "id of provider is no UUID: id=" + provider.id()
                    + ": write it as 01234567-89ab-cdef-0123-456789abcdef, or leave it out");
        }
        return schema;
    }

    private List<EventModel> events(final TypeElement type, final EventParser parser) {
        final List<EventModel> events = new ArrayList<>();
        final Map<String, ExecutableElement> byMethod = new HashMap<>();
        final EventIdentities identities = new EventIdentities(problems);
        for (final ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            final TraceEvent event = method.getAnnotation(TraceEvent.class);
            if (event == null) {
                continue;
            }
            final String name = method.getSimpleName().toString();
            if (byMethod.put(name, method) != null) {
                problems.report(method, "two events have the same name: event=" + name
                        + ": give one of the methods another name");
            } else {
                identities.add(method, event);
            }
            final EventModel model = parser.parse(method, event);
            if (model != null) {
                events.add(model);
            }
        }
        for (final EventModel event : events) {
            checkCompanion(event, ProviderModel.QUESTION_SUFFIX, byMethod);
            if (event.sbe() != null) {
                checkCompanion(event, ProviderModel.CLAIM_SUFFIX, byMethod);
            }
        }
        if (byMethod.isEmpty()) {
            problems.report(type, "provider has no events: type=" + type + ": give a method @TraceEvent");
        }
        return events;
    }

    /** Checks that a method generated for an event does not have the name of another event. */
    private void checkCompanion(final EventModel event, final String suffix,
            final Map<String, ExecutableElement> byName) {
        final ExecutableElement other = byName.get(event.name() + suffix);
        if (other != null) {
            problems.report(other, "event has the name of a method that another one is given: event="
                    + other.getSimpleName() + ", other=" + event.name() + ": give one of them another name");
        }
    }

    /** Returns the names of methods that return whether an event is enabled, or claim its space; others need a body. */
    private Set<String> questions(final TypeElement type, final List<EventModel> events, final boolean isUnsound) {
        final Set<String> questions = new TreeSet<>();
        for (final ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (method.getAnnotation(TraceEvent.class) != null) {
                continue;
            }
            final String name = method.getSimpleName().toString();
            final boolean asks = isQuestion(method, events) || SbeParser.isClaim(method, events);
            if (asks) {
                questions.add(name);
            } else if (method.getModifiers().contains(Modifier.ABSTRACT) && !isUnsound) {
                problems.report(method, "method is neither an event nor asks for one: method=" + name
                        + ": add @TraceEvent, name it as an event with " + ProviderModel.QUESTION_SUFFIX
                        + " behind and let it return boolean, or give it a body");
            }
        }
        return questions;
    }

    private static boolean isQuestion(final ExecutableElement method, final List<EventModel> events) {
        final String name = method.getSimpleName().toString();
        return method.getParameters().isEmpty()
                && method.getReturnType().getKind() == TypeKind.BOOLEAN
                && !method.getModifiers().contains(Modifier.STATIC)
                && !method.getModifiers().contains(Modifier.PRIVATE)
                && events.stream().anyMatch(event -> name.equals(event.name() + ProviderModel.QUESTION_SUFFIX));
    }

    private @Nullable ProviderSchema build(final TypeElement type, final ProviderSchema.Builder schema,
            final List<EventModel> events) {
        final int before = problems.count();
        for (final EventModel event : events) {
            final ExecutableElement method = event.method();
            final boolean isDeclared = problems.declare(
                    () -> schema.event(event.eventName(), event.descriptor(), event.schemas()),
                    message -> problems.reportName(method, method.getAnnotation(TraceEvent.class), message));
            final SbeSchema sbe = event.sbe();
            if (isDeclared && sbe != null) {
                schema.sbe(sbe);
            }
            if (isDeclared && !event.message().isEmpty()) {
                problems.declare(() -> schema.message(event.message()),
                        message -> problems.report(method, TraceEvent.class, "message", message));
            }
            if (isDeclared) {
                problems.declare(() -> schema.eventDocumentation(Documentation.of(elements, method)),
                        message -> problems.report(method, message));
            }
        }
        if (problems.count() != before) {
            return null;
        }
        try {
            return schema.build();
        } catch (final RingsideException e) {
            problems.report(type, String.valueOf(e.getMessage()));
            return null;
        }
    }
}
