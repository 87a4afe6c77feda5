package io.ringside.processor;

import io.ringside.event.EventDescriptor;
import io.ringside.event.EventLimits;
import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.SbeSchema;
import io.ringside.typed.Activity;
import io.ringside.typed.EventTime;
import io.ringside.typed.RelatedActivity;
import io.ringside.typed.SbeMessage;
import io.ringside.typed.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Parses a method with {@link TraceEvent}. */
final class EventParser {
    /** Length in bytes of the header of the record that contains the payload. */
    private static final int RECORD_HEADER_BYTES = 32;
    /** Length in bytes of the related activity, which precedes the payload. */
    private static final int RELATED_ACTIVITY_BYTES = 24;
    private static final int BYTE_MAX = 0xFF;
    private static final int SHORT_MAX = 0xFFFF;
    /** Names that generated classes use for themselves. */
    private static final Set<String> TAKEN_NAMES = Set.of("close", "registration", "wanted", "event", "register",
            "registerAs",
            "receive", "provider", "dispatch", "indexOf", "getClass", "notify", "notifyAll", "wait", "hashCode",
            "toString", "equals", "clone", "finalize");

    private final Problems problems;
    private final AnnotationPlaces places;
    private final FieldParser fields;
    private final Map<String, Long> keywords;
    private final Map<String, Integer> tasks;
    private final Map<String, Integer> opcodes;
    private final SbeParser sbeParser;

    EventParser(final Problems problems, final FieldParser fields, final Map<String, Long> keywords,
            final Map<String, Integer> tasks, final Map<String, Integer> opcodes, final SbeParser sbeParser) {
        this.problems = problems;
        this.places = new AnnotationPlaces(problems);
        this.fields = fields;
        this.keywords = keywords;
        this.tasks = tasks;
        this.opcodes = opcodes;
        this.sbeParser = sbeParser;
    }

    /** Returns the event; null if a problem was reported. */
    @Nullable
    EventModel parse(final ExecutableElement method, final TraceEvent event) {
        final int before = problems.count();
        checkMethod(method);
        checkNumbers(method, event);
        final long keyword = keyword(method, event);
        final SbeMessage sbeMessage = method.getAnnotation(SbeMessage.class);
        final SbeSchema sbe = sbeMessage == null ? null : sbeParser.parse(method, sbeMessage);
        final List<ParameterModel> parameters = parameters(method, sbeMessage != null);
        if (sbeMessage != null) {
            sbeParser.checkParameters(method, parameters);
        }
        if (problems.count() != before) {
            return null;
        }
        final EventModel model = new EventModel(method, method.getSimpleName().toString(),
                EventDescriptor.of(event.id(), event.version(), event.channel(), event.level(), event.task(),
                        event.opcode(), keyword),
                parameters, method.getReturnType().getKind() == TypeKind.LONG, event.message(), sbe);
        return isOfSoundSize(model) ? model : null;
    }

    private void checkMethod(final ExecutableElement method) {
        final String name = method.getSimpleName().toString();
        final TypeKind returned = method.getReturnType().getKind();
        if (returned != TypeKind.VOID && returned != TypeKind.LONG) {
            problems.report(method, "event returns something else than its result: event=" + name + ", type="
                    + method.getReturnType() + ": return void, or long for the WriteResult");
        }
        if (!method.getTypeParameters().isEmpty()) {
            problems.report(method,
                    "event has type parameters: event=" + name + ": give its fields types of their own");
        }
        if (method.isDefault() || method.getModifiers().contains(Modifier.STATIC)) {
            problems.report(method, "event has a body: event=" + name + ": take the body away, or @TraceEvent");
        }
        if (!method.getThrownTypes().isEmpty()) {
            problems.report(method,
                    "event declares exceptions: event=" + name + ": take them away, no event throws any");
        }
        if (method.isVarArgs()) {
            final VariableElement last = method.getParameters().get(method.getParameters().size() - 1);
            problems.report(last,
                    "event takes any number of arguments: event=" + name + ", parameter=" + last + ", type="
                            + last.asType() + ": declare it as "
                            + unboxed(FieldParser.type(((ArrayType) last.asType()).getComponentType())) + "[]"
                            + ", as each call would allocate the array");
        }
        fields.checkName(method, "event", name);
        if (TAKEN_NAMES.contains(name)) {
            problems.report(method, "name is taken by the generated classes: event=" + name + ": choose another name");
        }
    }

    /** Returns the primitive type for a boxed one, for a hint: arrays of boxed values cannot be fields. */
    private static String unboxed(final String type) {
        return switch (type) {
            case "java.lang.Boolean", "java.lang.Byte", "java.lang.Short", "java.lang.Long", "java.lang.Float",
                    "java.lang.Double" ->
                type.substring(type.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
            case "java.lang.Integer" -> "int";
            case "java.lang.Character" -> "char";
            default -> type;
        };
    }

    private void checkNumbers(final ExecutableElement method, final TraceEvent event) {
        final String name = method.getSimpleName().toString();
        checkRange(method, "id", event.id(), 1, SHORT_MAX);
        checkRange(method, "version", event.version(), 0, BYTE_MAX);
        checkRange(method, "level", event.level(), 0, Level.MAX);
        checkRange(method, "channel", event.channel(), 0, BYTE_MAX);
        if (Level.isReserved(event.level())) {
            problems.report(method, TraceEvent.class, "level", "level is reserved: event=" + name + ", level="
                    + event.level() + ": use 0..5, or one of your own from " + Level.FIRST_OWN);
        }
        if (event.channel() == EventDescriptor.CHANNEL_SELF_DESCRIBING) {
            problems.report(method, TraceEvent.class, "channel", "channel is that of events that describe themselves:"
                    + " event=" + name + ", channel=" + event.channel() + ": use another one");
        }
        if (event.task() != 0 && !tasks.containsValue(event.task())) {
            problems.report(method, TraceEvent.class, "task", "task has no name: event=" + name + ", task="
                    + event.task() + ": define it with @TraceTask(name = \"…\", value = " + event.task() + ")");
        }
        if (Opcode.nameOf(event.opcode()) == null && !opcodes.containsValue(event.opcode())) {
            problems.report(method, TraceEvent.class, "opcode", "opcode has no name: event=" + name + ", opcode="
                    + event.opcode()
                    + ": use one of Opcode, or define it with @TraceOpcode(name = \"…\", value = 10..239)");
        }
    }

    private void checkRange(final ExecutableElement method, final String member, final int value, final int min,
            final int max) {
        if (value < min || value > max) {
            problems.report(method, TraceEvent.class, member, member + " of event is out of range: event="
                    + method.getSimpleName() + ", " + member + "=" + value + ": use " + min + ".." + max);
        }
    }

    private long keyword(final ExecutableElement method, final TraceEvent event) {
        long mask = 0;
        for (final String name : event.keywords()) {
            final Long bit = keywords.get(name);
            if (bit == null) {
                problems.report(method, TraceEvent.class, "keywords", "keyword is not defined: event="
                        + method.getSimpleName() + ", keyword=" + name + ", defined=" + keywords.keySet()
                        + ": add @TraceKeyword(name = \"" + name + "\", mask = 0x…) to the interface");
            } else {
                mask |= bit;
            }
        }
        return mask;
    }

    private List<ParameterModel> parameters(final ExecutableElement method, final boolean isSbe) {
        final List<ParameterModel> parameters = new ArrayList<>();
        for (final VariableElement parameter : method.getParameters()) {
            final ParameterModel model = parameter(method, parameter, parameters, isSbe);
            if (model != null) {
                parameters.add(model);
            }
        }
        return parameters;
    }

    private @Nullable ParameterModel parameter(final ExecutableElement method, final VariableElement parameter,
            final List<ParameterModel> before, final boolean isSbe) {
        final String name = parameter.getSimpleName().toString();
        fields.checkName(parameter, "parameter", name);
        final boolean activity = parameter.getAnnotation(Activity.class) != null;
        final boolean related = parameter.getAnnotation(RelatedActivity.class) != null;
        if (parameter.getAnnotation(EventTime.class) != null) {
            return time(method, parameter, before);
        }
        if (!activity && !related && isSbe) {
            places.isReportedOfValues(parameter);
            return new ParameterModel(name, FieldParser.type(parameter.asType()), ParameterModel.Role.MESSAGE, null);
        }
        if (!activity && !related) {
            final FieldModel field = fields.parse(parameter, name, parameter.asType());
            return field == null
                    ? null
                    : new ParameterModel(name, field.javaType(), ParameterModel.Role.FIELD, field);
        }
        final ParameterModel.Role role = activity ? ParameterModel.Role.ACTIVITY : ParameterModel.Role.RELATED;
        final TypeMirror type = parameter.asType();
        places.isReportedOfValues(parameter);
        if (!"java.util.UUID".equals(FieldParser.type(type))) {
            problems.report(parameter, "an activity is a UUID: event=" + method.getSimpleName() + ", parameter=" + name
                    + ", type=" + type + ": make it a java.util.UUID, or take the annotation away");
        } else if ((activity && related) || before.stream().anyMatch(other -> other.role() == role)) {
            problems.report(parameter, "event has one activity and one related activity at most: event="
                    + method.getSimpleName() + ", parameter=" + name + ": take the annotation away");
        }
        return new ParameterModel(name, "java.util.UUID", role, null);
    }

    private ParameterModel time(final ExecutableElement method, final VariableElement parameter,
            final List<ParameterModel> before) {
        final String name = parameter.getSimpleName().toString();
        final String what = "event=" + method.getSimpleName() + ", parameter=" + name;
        places.isReportedOfValues(parameter);
        if (parameter.asType().getKind() != TypeKind.LONG) {
            problems.report(parameter, "the time of an event is a long: " + what + ", type=" + parameter.asType()
                    + ": give it in nanoseconds since 1970, or take the annotation away");
        } else if (parameter.getAnnotation(Activity.class) != null
                || parameter.getAnnotation(RelatedActivity.class) != null) {
            problems.report(parameter, "a time is no activity: " + what + ": take one of the annotations away");
        } else if (before.stream().anyMatch(other -> other.role() == ParameterModel.Role.TIME)) {
            problems.report(parameter, "event has one time at most: " + what + ": take the annotation away");
        }
        return new ParameterModel(name, "long", ParameterModel.Role.TIME, null);
    }

    private boolean isOfSoundSize(final EventModel event) {
        final List<FieldModel> all = event.fields();
        if (all.size() > SchemaLimits.FIELDS_MAX) {
            problems.report(event.method(), "event has too many fields: event=" + event.name() + ", fields="
                    + all.size() + ", max=" + SchemaLimits.FIELDS_MAX + ": put some into a record");
            return false;
        }
        final boolean isRelated = event.parameters().stream()
                .anyMatch(parameter -> parameter.role() == ParameterModel.Role.RELATED);
        final int headBytes = RECORD_HEADER_BYTES + (isRelated ? RELATED_ACTIVITY_BYTES : 0);
        if (FieldParser.isTooLong(all, headBytes)) {
            problems.report(event.method(), "event is longer than any may be, however short its texts are: event="
                    + event.name() + ", bytes=" + all.stream().mapToLong(FieldModel::leastBytes).sum()
                    + ", max=" + (EventLimits.EVENT_LENGTH_MAX - headBytes)
                    + ": split it into several events");
            return false;
        }
        return true;
    }
}
