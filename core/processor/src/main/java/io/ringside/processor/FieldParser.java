package io.ringside.processor;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.ValueMap;
import io.ringside.typed.Decimal;
import io.ringside.typed.Interned;
import io.ringside.typed.NamedBy;
import io.ringside.typed.Timestamp;
import io.ringside.typed.Unit;
import io.ringside.typed.Unsigned;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Determines the field of a parameter, or of a component of a record. */
final class FieldParser {
    /** Maximum number of enum constants in one byte, whose last value represents null. */
    static final int NARROW_ENUM_MAX = 0xFF;

    private static final String TYPES = "use a primitive type, an array of one, an enum, CharSequence, String,"
            + " DirectBuffer, ByteBuffer, UUID, Instant, or a record of them";
    private static final Map<String, FieldKind> KIND_BY_CLASS = Map.of(
            "java.lang.CharSequence", FieldKind.TEXT,
            "java.lang.String", FieldKind.STRING,
            "java.nio.ByteBuffer", FieldKind.BYTE_BUFFER,
            "java.util.UUID", FieldKind.UUID,
            "java.time.Instant", FieldKind.INSTANT);
    private static final Map<TypeKind, FieldKind> KIND_BY_ELEMENT = Map.of(
            TypeKind.BOOLEAN, FieldKind.BOOLEANS, TypeKind.BYTE, FieldKind.BYTES, TypeKind.SHORT, FieldKind.SHORTS,
            TypeKind.CHAR, FieldKind.CHARS, TypeKind.INT, FieldKind.INTS, TypeKind.LONG, FieldKind.LONGS,
            TypeKind.FLOAT, FieldKind.FLOATS, TypeKind.DOUBLE, FieldKind.DOUBLES);
    private static final Set<FieldKind> SIGNED = Set.of(FieldKind.BYTE, FieldKind.SHORT, FieldKind.INT, FieldKind.LONG);
    private static final Set<FieldKind> DECIMAL = Set.of(FieldKind.BYTE, FieldKind.SHORT, FieldKind.INT, FieldKind.LONG,
            FieldKind.SHORTS, FieldKind.INTS, FieldKind.LONGS);

    private final Problems problems;
    private final AnnotationPlaces places;
    private final Elements elements;
    private final PackageElement home;
    /** Records that enclose the current one, outermost first. */
    private final List<String> open = new ArrayList<>();

    /**
     * Creates a parser.
     *
     * @param home package of the generated classes, to which all types must be accessible.
     */
    FieldParser(final Problems problems, final Elements elements, final PackageElement home) {
        this.problems = problems;
        this.places = new AnnotationPlaces(problems);
        this.elements = elements;
        this.home = home;
    }

    /** Returns the field; null if a problem was reported. */
    @Nullable
    FieldModel parse(final Element at, final String name, final TypeMirror type) {
        final FieldKind kind = internedKind(at, name, type, kindOf(at, name, type));
        if (kind == null) {
            return null;
        }
        try {
            final List<FieldModel> members = kind == FieldKind.RECORD ? members(at, name, type) : List.of();
            if (members == null) {
                return null;
            }
            final FieldSchema schema = schema(at, name, type, kind, members);
            return schema == null
                    ? null
                    : new FieldModel(name, kind, type(type),
                            schema.withDocumentation(Documentation.ofParameter(elements, at)), members, at);
        } catch (final RingsideException e) {
            problems.report(at, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Refuses dollar signs, which mark names of generated code; no name of a schema begins with one. */
    void checkName(final Element at, final String of, final String name) {
        if (name.lastIndexOf('$') > 0) {
            problems.report(at, "name has a dollar sign, which distinguishes generated names: " + of + "=" + name
                    + ": choose another name");
        }
    }

    private @Nullable FieldKind kindOf(final Element at, final String name, final TypeMirror type) {
        FieldKind kind = null;
        if (type.getKind().isPrimitive()) {
            kind = FieldKind.valueOf(type.getKind().name());
        } else if (type.getKind() == TypeKind.ARRAY) {
            kind = KIND_BY_ELEMENT.get(((ArrayType) type).getComponentType().getKind());
        } else if (type.getKind() == TypeKind.DECLARED) {
            final TypeElement element = (TypeElement) ((DeclaredType) type).asElement();
            final String className = element.getQualifiedName().toString();
            kind = AgronaPackage.buffers().contains(className)
                    ? FieldKind.DIRECT_BUFFER
                    : KIND_BY_CLASS.get(className);
            if (element.getKind() == ElementKind.ENUM || element.getKind() == ElementKind.RECORD) {
                kind = isVisible(at, name, element)
                        ? element.getKind() == ElementKind.ENUM ? FieldKind.ENUM : FieldKind.RECORD
                        : null;
                if (kind == null) {
                    return null;
                }
            }
        }
        if (kind == null) {
            problems.report(at, "type is not supported: field=" + name + ", type=" + type + ": " + TYPES);
        }
        return kind;
    }

    private @Nullable FieldKind internedKind(final Element at, final String name, final TypeMirror type,
            final @Nullable FieldKind kind) {
        if (kind == null || kind == FieldKind.RECORD || at.getAnnotation(Interned.class) == null) {
            // The annotation has no effect at a record, which is reported with other such annotations.
            return kind;
        }
        if (!kind.isText()) {
            problems.report(at, Interned.class, "value", "only a CharSequence or String can be interned: field=" + name
                    + ", type=" + type + ": take @Interned away");
            return null;
        }
        return FieldKind.INTERNED;
    }

    private boolean isVisible(final Element at, final String name, final TypeElement type) {
        final boolean isNear = elements.getPackageOf(type).equals(home);
        for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
            if (e.getModifiers().contains(Modifier.PRIVATE)
                    || (!isNear && !e.getModifiers().contains(Modifier.PUBLIC))) {
                problems.report(at, "type cannot be seen by generated classes: field=" + name + ", type=" + type
                        + ": make it public, or move it into package " + home.getQualifiedName()
                        + " and let it not be private");
                return false;
            }
        }
        if (!type.getTypeParameters().isEmpty()) {
            problems.report(at, "record has type parameters: field=" + name + ", type=" + type
                    + ": declare one for each type that it is used with");
            return false;
        }
        return true;
    }

    private @Nullable List<FieldModel> members(final Element at, final String name, final TypeMirror type) {
        final TypeElement element = (TypeElement) ((DeclaredType) type).asElement();
        final String recordName = element.getQualifiedName().toString();
        if (open.contains(recordName) || open.size() == SchemaLimits.DEPTH_MAX - 1) {
            problems.report(at, "records are nested too deep, or in themselves: field=" + name + ", type=" + type
                    + ", max=" + (SchemaLimits.DEPTH_MAX - 1) + ": declare the inner members as separate fields");
            return null;
        }
        open.add(recordName);
        final List<FieldModel> members = new ArrayList<>();
        boolean sound = true;
        for (final RecordComponentElement component : element.getRecordComponents()) {
            checkName(component, "component", component.getSimpleName().toString());
            final FieldModel member = parse(component, component.getSimpleName().toString(), component.asType());
            sound &= member != null;
            if (member != null) {
                members.add(member);
            }
        }
        open.remove(open.size() - 1);
        if (sound && members.isEmpty()) {
            problems.report(at, "record has no components: field=" + name + ", type=" + type
                    + ": give it one, or leave the parameter out");
            return null;
        }
        return sound ? members : null;
    }

    private @Nullable FieldSchema schema(final Element at, final String name, final TypeMirror type,
            final FieldKind kind, final List<FieldModel> members) {
        if (kind == FieldKind.RECORD) {
            return places.isReportedOfValues(at)
                    ? null
                    : FieldSchema.struct(name, members.stream().map(FieldModel::schema).toList());
        }
        final FieldType fieldType = fieldType(at, name, type, kind);
        if (fieldType == null) {
            return null;
        }
        FieldSchema schema = FieldSchema.of(name, fieldType);
        if (kind == FieldKind.CHAR || kind == FieldKind.CHARS) {
            schema = schema.withOutType(OutType.STRING);
        }
        if (at.getAnnotation(NamedBy.class) != null && !SIGNED.contains(kind)) {
            problems.report(at, NamedBy.class, "value",
                    "only a byte, short, int or long can have published names: field="
                            + name + ", type=" + type + ": take @NamedBy away");
            return null;
        }
        if (kind == FieldKind.ENUM) {
            final ValueMap values = values(at, name, type);
            if (values == null) {
                return null;
            }
            schema = schema.withValues(values);
        }
        final Decimal decimal = at.getAnnotation(Decimal.class);
        if (decimal != null) {
            schema = decimal(at, schema, kind, type, decimal);
            if (schema == null) {
                return null;
            }
        }
        final NamedBy named = at.getAnnotation(NamedBy.class);
        final Interned interned = at.getAnnotation(Interned.class);
        if (named != null || interned != null) {
            final String table = named != null ? named.value() : interned.value().isEmpty() ? name : interned.value();
            try {
                schema = schema.withValues(ValueMap.published(table));
            } catch (final RingsideException e) {
                problems.report(at, named != null ? NamedBy.class : Interned.class, "value",
                        String.valueOf(e.getMessage()));
                return null;
            }
        }
        final Unit unit = at.getAnnotation(Unit.class);
        final FieldSchema plain = kind.isArray() ? schema.prefixed() : schema;
        try {
            return unit == null ? plain : plain.withUnit(unit.value());
        } catch (final RingsideException e) {
            problems.report(at, Unit.class, "value", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable FieldSchema decimal(final Element at, final FieldSchema field, final FieldKind kind,
            final TypeMirror type, final Decimal decimal) {
        final String from = decimal.scaleFrom();
        final String member = from.isEmpty() ? "scale" : "scaleFrom";
        if ((decimal.scale() == Decimal.NONE) == from.isEmpty()) {
            problems.report(at, Decimal.class, "scale", "a decimal has a scale, or a field that gives it: field="
                    + field.name() + ", scale=" + decimal.scale() + ", scaleFrom=" + from + ": say one of the two");
            return null;
        }
        if (!DECIMAL.contains(kind) || field.type() == FieldType.TIMESTAMP) {
            problems.report(at, Decimal.class, member, "only a byte, short, int or long, or an array of the last"
                    + " three, can be decimal: field=" + field.name() + ", type=" + type + ": take @Decimal away");
            return null;
        }
        try {
            return from.isEmpty() ? field.withScale(decimal.scale()) : field.withScaleFrom(from);
        } catch (final RingsideException e) {
            problems.report(at, Decimal.class, member, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable FieldType fieldType(final Element at, final String name, final TypeMirror type,
            final FieldKind kind) {
        final boolean unsigned = at.getAnnotation(Unsigned.class) != null;
        final boolean timestamp = at.getAnnotation(Timestamp.class) != null;
        if (unsigned && (timestamp || !SIGNED.contains(kind))) {
            problems.report(at, Unsigned.class, "value", "only a byte, short, int or long can be without a sign: field="
                    + name + ", type=" + type + ": take @Unsigned away");
            return null;
        }
        if (timestamp && kind != FieldKind.LONG) {
            problems.report(at, Timestamp.class, "value", "only a long can be nanoseconds since 1970: field=" + name
                    + ", type=" + type + ": take @Timestamp away, or make it a long");
            return null;
        }
        if (timestamp) {
            return FieldType.TIMESTAMP;
        }
        if (unsigned) {
            return FieldType.valueOf("U" + kind.type().name());
        }
        return kind == FieldKind.ENUM && constants(type).size() > NARROW_ENUM_MAX ? FieldType.UINT16 : kind.type();
    }

    private @Nullable ValueMap values(final Element at, final String name, final TypeMirror type) {
        final List<String> constants = constants(type);
        if (constants.isEmpty() || constants.size() > SchemaLimits.MAP_VALUES_MAX) {
            problems.report(at, "enum has a wrong number of constants: field=" + name + ", type=" + type
                    + ", constants=" + constants.size() + ", min=1, max=" + SchemaLimits.MAP_VALUES_MAX
                    + ": use an int instead");
            return null;
        }
        final Map<Long, String> symbolByValue = new TreeMap<>();
        for (final String constant : constants) {
            symbolByValue.put((long) symbolByValue.size(), constant);
        }
        return ValueMap.of(((DeclaredType) type).asElement().getSimpleName().toString(), symbolByValue);
    }

    static List<String> constants(final TypeMirror type) {
        return ((DeclaredType) type).asElement().getEnclosedElements().stream()
                .filter(element -> element.getKind() == ElementKind.ENUM_CONSTANT)
                .map(element -> element.getSimpleName().toString())
                .toList();
    }

    /** Returns a type as source text, without annotations. */
    static String type(final TypeMirror type) {
        if (type.getKind() == TypeKind.ARRAY) {
            return type(((ArrayType) type).getComponentType()) + "[]";
        }
        if (type.getKind().isPrimitive()) {
            return type.getKind().name().toLowerCase(Locale.ROOT);
        }
        return type.getKind() == TypeKind.DECLARED
                ? ((TypeElement) ((DeclaredType) type).asElement()).getQualifiedName().toString()
                : type.toString();
    }

    /** Returns whether an event with these fields is too long even with the shortest values. */
    static boolean isTooLong(final List<FieldModel> fields, final int headerBytes) {
        return fields.stream().mapToLong(FieldModel::leastBytes).sum() > EventLimits.EVENT_LENGTH_MAX - headerBytes;
    }
}
