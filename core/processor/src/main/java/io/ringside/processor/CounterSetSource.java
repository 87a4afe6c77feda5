package io.ringside.processor;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import java.util.List;
import java.util.stream.Collectors;

/** Source text of the classes of a counter set: the set itself, and its instances. */
final class CounterSetSource {
    private static final String RINGSIDE = "io.ringside.provider.Ringside";
    private static final String TYPED = "io.ringside.provider.generated.";
    private static final String HANDLES = "io.ringside.provider.counter.";
    private static final String COUNTER = "io.ringside.counter.";

    private final CounterSetModel set;
    private final String access;
    private final StringBuilder text = new StringBuilder();

    CounterSetSource(final CounterSetModel set) {
        this.set = set;
        this.access = DeclaringInterface.isPublic(set.type()) ? "public " : "";
    }

    /** Returns the class that opens the set. */
    String setText(final String mark) {
        begin("Opens the counter set of {@link " + set.interfaceName() + "}. Thread-safe.", mark);
        line(access + "final class " + set.setName() + " extends " + TYPED + "TypedCounterSet {");
        line("    /** What the set consists of. */");
        line("    public static final " + COUNTER + "CounterSetSchema SCHEMA = schema$();\n");
        line("    private " + set.setName() + "(final " + RINGSIDE + " ringside) {");
        line("        super(ringside, SCHEMA);\n    }\n");
        line("    /** Opens the set. */");
        line("    public static " + set.setName() + " open(final " + RINGSIDE + " ringside) {");
        line("        return new " + set.setName() + "(ringside);\n    }\n");
        if (set.schema().kind().hasNames()) {
            line("    /** Makes an instance with an id that no other of this set has. */");
            appendCreate("final java.lang.String name", "name");
            line("    /** Makes an instance. */");
            appendCreate("final java.lang.String name, final long id", "name, id");
        } else {
            line("    /** Makes the one instance of this process. */");
            appendCreate("", "\"\"");
        }
        appendSchema();
        line("}");
        return text.toString();
    }

    /** Returns the class of instances. */
    String instanceText(final String mark) {
        begin("An instance of a counter set in shared memory. Thread-safe, but for counters that have one writer.",
                mark);
        line(access + "final class " + set.instanceName() + " extends " + TYPED
                + "TypedCounterInstance implements " + set.interfaceName() + " {");
        for (final CounterModel counter : set.counters()) {
            line("    private final " + HANDLES
                    + (counter.declared().singleWriter() ? "CounterInstance.Owned " : "CounterInstance.Shared ")
                    + counter.field() + ';');
        }
        line("\n    " + set.instanceName() + "(final " + HANDLES + "CounterInstance instance) {");
        line("        super(instance);");
        for (final CounterModel counter : set.counters()) {
            line("        " + counter.field() + " = " + (counter.declared().singleWriter() ? "owned(" : "shared(")
                    + counter.schema().id() + ");");
        }
        line("    }");
        set.counters().forEach(this::appendMethods);
        line("}");
        return text.toString();
    }

    private void begin(final String documentation, final String mark) {
        text.setLength(0);
        line(set.packageName().isEmpty() ? "" : "package " + set.packageName() + ";\n");
        line("/** " + documentation + " */");
        text.append(mark);
    }

    private void appendCreate(final String parameters, final String arguments) {
        line("    public " + set.instanceName() + " create(" + parameters + ") {");
        line("        return new " + set.instanceName() + "(set().create(" + arguments + "));\n    }\n");
    }

    private void appendMethods(final CounterModel counter) {
        line("\n    @java.lang.Override\n    public long " + counter.name() + "() {");
        line("        return " + counter.field() + ".value();\n    }");
        for (final CounterOperation operation : CounterOperation.values()) {
            final String name = operation.nameFor(counter.name());
            final String parameter = operation.parameter();
            line("\n    /** " + operation.documentation() + " */");
            line((set.operations().contains(name) ? "    @java.lang.Override\n" : "") + "    public void " + name + '('
                    + (parameter.isEmpty() ? "" : "final long " + parameter) + ") {");
            line("        " + counter.field() + '.' + operation.method() + '(' + parameter + ");\n    }");
        }
    }

    /** Appends a method for the set and one for each counter, as a single one could be too long for the JVM. */
    private void appendSchema() {
        final CounterSetSchema schema = set.schema();
        line("    private static " + COUNTER + "CounterSetSchema schema$() {");
        line("        final java.util.List<" + COUNTER + "CounterSchema> counters = new java.util.ArrayList<>();");
        final List<CounterModel> counters = set.counters();
        counters.forEach(counter -> line("        counters.add(schema$" + counter.name() + "());"));
        line("        return " + COUNTER + "CounterSetSchema.of(" + SchemaSource.literal(schema.name()) + ", " + COUNTER
                + "CounterSetSchema.Kind." + schema.kind() + ", counters)");
        line("                .withId(" + SchemaSource.uuid(schema.id()) + ")");
        line("                .withDescription(" + SchemaSource.literal(schema.description()) + ");\n    }");
        for (int i = 0; i < counters.size(); i++) {
            line("\n    private static " + COUNTER + "CounterSchema schema$" + counters.get(i).name() + "() {");
            line("        return " + source(schema.counters().get(i)) + ";\n    }");
        }
    }

    private static String source(final CounterSchema counter) {
        final StringBuilder source = new StringBuilder();
        source.append(COUNTER).append("CounterSchema.of(").append(counter.id()).append(", ")
                .append(SchemaSource.literal(counter.name())).append(", ").append(COUNTER).append("CounterType.")
                .append(counter.type()).append(')');
        if (counter.baseId() != null) {
            source.append("\n                .withBase(").append(counter.baseId()).append(')');
        }
        if (counter.timeId() != null) {
            source.append("\n                .withTime(").append(counter.timeId()).append(')');
        }
        if (counter.frequencyId() != null) {
            source.append("\n                .withFrequency(").append(counter.frequencyId()).append(')');
        }
        if (counter.detail() != CounterSchema.Detail.STANDARD) {
            source.append("\n                .withDetail(").append(COUNTER).append("CounterSchema.Detail.")
                    .append(counter.detail()).append(')');
        }
        if (!counter.display().isEmpty()) {
            source.append("\n                .withDisplay(").append(counter.display().stream()
                    .map(display -> COUNTER + "CounterSchema.Display." + display).collect(Collectors.joining(", ")))
                    .append(')');
        }
        if (counter.scale() != 0) {
            source.append("\n                .withScale(").append(counter.scale()).append(')');
        }
        if (counter.aggregate() != CounterSchema.Aggregate.UNDEFINED) {
            source.append("\n                .withAggregate(").append(COUNTER).append("CounterSchema.Aggregate.")
                    .append(counter.aggregate()).append(')');
        }
        if (!counter.unit().isEmpty()) {
            source.append("\n                .withUnit(").append(SchemaSource.literal(counter.unit())).append(')');
        }
        if (!counter.description().isEmpty()) {
            source.append("\n                .withDescription(").append(SchemaSource.literal(counter.description()))
                    .append(')');
        }
        return source.toString();
    }

    private void line(final String line) {
        text.append(line).append('\n');
    }
}
