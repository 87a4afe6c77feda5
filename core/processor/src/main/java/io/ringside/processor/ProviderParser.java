package io.ringside.processor;

import io.ringside.event.Keyword;
import io.ringside.event.Opcode;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderSchemaBuilder;
import io.ringside.schema.SchemaException;
import io.ringside.schema.SchemaLimits;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceKeyword;
import io.ringside.typed.TraceOpcode;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.TraceTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Reads an interface with {@link TraceProvider}. */
final class ProviderParser {
    private static final int SHORT_MAX = 0xFFFF;

    private final Problems problems;
    private final Elements elements;
    private final SbeParser sbeParser;

    ProviderParser(final Problems problems, final Elements elements, final Filer filer) {
        this.problems = problems;
        this.elements = elements;
        this.sbeParser = new SbeParser(problems, filer);
    }

    /** The provider; null if there was a problem, which has been reported. */
    @Nullable
    ProviderModel parse(final TypeElement type) {
        final int before = problems.count();
        if (!DeclaringInterface.isSound(problems, type, TraceProvider.class, "a provider")) {
            return null;
        }
        final ProviderSchemaBuilder schema = begin(type);
        final Map<String, Long> keywords = keywords(type);
        final Map<String, Integer> tasks = new LinkedHashMap<>();
        for (final TraceTask task : type.getAnnotationsByType(TraceTask.class)) {
            define(type, "task", task.name(), task.value(), 1, SHORT_MAX, tasks);
        }
        final Map<String, Integer> opcodes = new LinkedHashMap<>();
        for (final TraceOpcode opcode : type.getAnnotationsByType(TraceOpcode.class)) {
            define(type, "opcode", opcode.name(), opcode.value(), Opcode.FIRST_OWN, Opcode.LAST_OWN, opcodes);
        }
        final List<EventModel> events = events(type, new EventParser(problems,
                new FieldParser(problems, elements, elements.getPackageOf(type)), keywords, tasks, opcodes, sbeParser));
        final Set<String> questions = questions(type, events, problems.count() != before);
        if (schema == null || problems.count() != before) {
            return null;
        }
        final ProviderSchema built = build(type, schema, keywords, tasks, opcodes, events);
        return built == null
                ? null
                : new ProviderModel(type, elements.getPackageOf(type).getQualifiedName().toString(),
                        DeclaringInterface.baseName(type), DeclaringInterface.isPublic(type), built, events, questions);
    }

    private @Nullable ProviderSchemaBuilder begin(final TypeElement type) {
        final TraceProvider provider = type.getAnnotation(TraceProvider.class);
        try {
            final ProviderSchemaBuilder builder = ProviderSchema.builder(provider.value())
                    .documentation(DeclaringInterface.documentation(elements, type,
                            SchemaLimits.DOCUMENTATION_LENGTH_MAX));
            return provider.id().isEmpty() ? builder : builder.id(UUID.fromString(provider.id()));
        } catch (final SchemaException e) {
            problems.report(type, TraceProvider.class, "value", String.valueOf(e.getMessage()));
        } catch (final IllegalArgumentException e) {
            problems.report(type, TraceProvider.class, "id", "id of provider is no UUID: id=" + provider.id()
                    + ": write it as 01234567-89ab-cdef-0123-456789abcdef, or leave it out");
        }
        return null;
    }

    private Map<String, Long> keywords(final TypeElement type) {
        final Map<String, Long> keywords = new LinkedHashMap<>();
        for (final TraceKeyword keyword : type.getAnnotationsByType(TraceKeyword.class)) {
            final String what = "keyword=" + keyword.name() + ", mask=0x" + Long.toHexString(keyword.mask());
            if (!Keyword.isDefinable(keyword.mask())) {
                problems.report(type, "a keyword is exactly one of the bits 0..47: " + what
                        + ": use a mask such as 0x1, 0x2 or 0x4");
            } else if (keywords.containsValue(keyword.mask())) {
                problems.report(type, "two keywords have the same bit: " + what + ", defined=" + keywords.keySet()
                        + ": give one of them another bit");
            } else if (keywords.putIfAbsent(keyword.name(), keyword.mask()) != null) {
                problems.report(type, "two keywords have the same name: " + what + ": give one of them another name");
            }
        }
        return keywords;
    }

    private void define(final TypeElement type, final String kind, final String name, final int value, final int min,
            final int max, final Map<String, Integer> defined) {
        final String what = kind + "=" + name + ", value=" + value;
        if (value < min || value > max) {
            problems.report(type, "value of " + kind + " is out of range: " + what + ": use " + min + ".." + max);
        } else if (defined.containsValue(value)) {
            problems.report(type, "two of kind " + kind + " have the same value: " + what
                    + ": give one of them another value");
        } else if (defined.putIfAbsent(name, value) != null) {
            problems.report(type, "two of kind " + kind + " have the same name: " + what
                    + ": give one of them another name");
        }
    }

    private List<EventModel> events(final TypeElement type, final EventParser parser) {
        final List<EventModel> events = new ArrayList<>();
        final Map<String, ExecutableElement> byName = new HashMap<>();
        final Map<Integer, String> nameById = new HashMap<>();
        for (final ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            final TraceEvent event = method.getAnnotation(TraceEvent.class);
            if (event == null) {
                continue;
            }
            final String name = method.getSimpleName().toString();
            if (byName.put(name, method) != null) {
                problems.report(method, "two events have the same name: event=" + name
                        + ": give one of them another name");
            }
            final String taken = nameById.putIfAbsent(event.id(), name);
            if (taken != null) {
                problems.report(method, TraceEvent.class, "id", "two events have the same id: id=" + event.id()
                        + ", events=" + taken + " and " + name + ": give one of them another id");
            }
            final EventModel model = parser.parse(method, event);
            if (model != null) {
                events.add(model);
            }
        }
        for (final EventModel event : events) {
            checkCompanion(event, ProviderModel.QUESTION_SUFFIX, byName);
            if (event.sbe() != null) {
                checkCompanion(event, ProviderModel.CLAIM_SUFFIX, byName);
            }
        }
        if (byName.isEmpty()) {
            problems.report(type, "provider has no events: type=" + type + ": give a method @TraceEvent");
        }
        return events;
    }

    /** A method that is generated beside an event must not have the name of another event. */
    private void checkCompanion(final EventModel event, final String suffix,
            final Map<String, ExecutableElement> byName) {
        final ExecutableElement other = byName.get(event.name() + suffix);
        if (other != null) {
            problems.report(other, "event has the name of a method that another one is given: event="
                    + other.getSimpleName() + ", other=" + event.name() + ": give one of them another name");
        }
    }

    /** Names of the methods that ask whether an event is enabled, or claim its room; all others have a body. */
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

    private @Nullable ProviderSchema build(final TypeElement type, final ProviderSchemaBuilder schema,
            final Map<String, Long> keywords, final Map<String, Integer> tasks, final Map<String, Integer> opcodes,
            final List<EventModel> events) {
        Element at = type;
        try {
            keywords.forEach(schema::keyword);
            tasks.forEach(schema::task);
            opcodes.forEach(schema::opcode);
            for (final EventModel event : events) {
                at = event.method();
                schema.event(event.name(), event.descriptor(), event.schemas());
                if (event.sbe() != null) {
                    schema.sbe(event.sbe());
                }
                if (!event.message().isEmpty()) {
                    schema.message(event.message());
                }
            }
            at = type;
            return schema.build();
        } catch (final SchemaException e) {
            problems.report(at, String.valueOf(e.getMessage()));
            return null;
        }
    }
}
