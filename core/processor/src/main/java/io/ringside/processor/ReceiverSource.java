package io.ringside.processor;

import io.ringside.event.EventDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Source text of a class that passes events of a provider to an implementation of its interface. */
final class ReceiverSource {
    private static final String INPUT = "io.ringside.typed.generated.TypedInput";

    private final ProviderModel provider;
    private final StringBuilder text = new StringBuilder();

    ReceiverSource(final ProviderModel provider) {
        this.provider = provider;
    }

    String text(final String mark) {
        final String name = provider.baseName() + "Receiver";
        line(provider.packageName().isEmpty() ? "" : "package " + provider.packageName() + ";\n");
        line("/** Receives the events of {@link " + provider.interfaceName() + "}. For one thread. */");
        line(mark + (provider.isPublic() ? "public " : "") + "final class " + name
                + " extends io.ringside.typed.TypedReceiver {");
        line("    private final " + provider.interfaceName() + " target$;");
        for (final EventModel event : provider.events()) {
            for (final Leaf leaf : Leaf.of(event)) {
                final List<String> memory = leaf.memory(provider.agrona());
                if (!memory.isEmpty()) {
                    line("    private " + memory.get(0) + ' ' + memoryName(event, leaf) + " = " + memory.get(1) + ';');
                }
            }
        }
        line("\n    /** Hands events to an implementation. */");
        line("    public " + name + "(final " + provider.interfaceName() + " target) {");
        line("        super(" + provider.baseName() + "Provider.SCHEMA);\n        target$ = target;\n    }\n");
        line("    /** Hands events of a provider that was registered under another name to an implementation. */");
        line("    public " + name + "(final java.lang.String name, final " + provider.interfaceName() + " target) {");
        line("        super(" + provider.baseName()
                + "Provider.SCHEMA.named(name));\n        target$ = target;\n    }");
        appendIndex();
        appendDispatch();
        provider.events().forEach(this::appendEvent);
        appendAdapter();
        line("}");
        return text.toString();
    }

    private void appendIndex() {
        final Map<Integer, SortedMap<Integer, Integer>> indexByVersionById = new LinkedHashMap<>();
        for (int i = 0; i < provider.events().size(); i++) {
            final EventDescriptor descriptor = provider.events().get(i).descriptor();
            indexByVersionById.computeIfAbsent(descriptor.id(), id -> new TreeMap<>()).put(descriptor.version(), i);
        }
        line("\n    @java.lang.Override\n    protected int indexOf(final int id, final int version) {");
        line("        switch (id) {");
        indexByVersionById.forEach((id, indexByVersion) -> {
            final StringBuilder index = new StringBuilder();
            indexByVersion.forEach((version, i) -> index.insert(0, index.isEmpty()
                    ? Integer.toString(i)
                    : "version >= " + version + " ? " + i + " : "));
            line("            case " + id + ":\n                return " + index + ';');
        });
        line("            default:\n                return -1;\n        }\n    }");
    }

    private void appendDispatch() {
        line("\n    @java.lang.Override\n    protected boolean dispatch(final int index, final int fields,");
        line("            final " + INPUT + " values, final io.ringside.typed.TypedReceiver.Event event) {");
        line("        switch (index) {");
        for (int i = 0; i < provider.events().size(); i++) {
            line("            case " + i + ":\n                return receive$" + provider.events().get(i).name()
                    + "(fields, values, event);");
        }
        line("            default:\n                return false;\n        }\n    }");
    }

    private void appendEvent(final EventModel event) {
        line("\n    private boolean receive$" + event.name() + "(final int $fields,");
        line("            final " + INPUT + " $values, final io.ringside.typed.TypedReceiver.Event $event) {");
        for (final Leaf leaf : Leaf.of(event)) {
            line("        final " + leaf.field().javaType() + ' ' + leaf.local() + " = $fields > " + leaf.top() + " ? "
                    + parenthesised(leaf.take(memoryName(event, leaf))) + " : " + leaf.kind().missing() + ';');
        }
        line("        if ($values.isTruncated()) {\n            return false;\n        }");
        final StringJoiner arguments = new StringJoiner(", ", "(", ")");
        int index = 0;
        for (final ParameterModel parameter : event.parameters()) {
            switch (parameter.role()) {
                case MESSAGE -> arguments.add(List.of("$event.buffer()", "$event.payloadOffset()",
                        "$event.payloadLength()").get(index++));
                case ACTIVITY -> arguments.add("activity($event)");
                case TIME -> arguments.add("$event.timeNs()");
                case RELATED -> arguments.add("$event.relatedActivityId()");
                default -> {
                    final FieldModel field = parameter.fieldOrThrow();
                    final String value = value(field, field.name() + '$');
                    arguments.add(field.kind() == FieldKind.RECORD
                            ? "$fields > " + index + " ? " + value + " : null"
                            : value);
                    index++;
                }
            }
        }
        line("        this.target$." + event.name() + arguments + ";\n        return true;\n    }");
    }

    /** Appends a class whose methods do nothing, for receivers that do not handle all events. */
    private void appendAdapter() {
        line("\n    /** Does nothing for any event: extend it, and override the methods of those that are wanted. */");
        line("    " + (provider.isPublic() ? "public " : "") + "abstract static class Adapter implements "
                + provider.interfaceName() + " {");
        line("        /** For subclasses. */\n        protected Adapter() {}");
        for (final EventModel event : provider.events()) {
            final StringJoiner parameters = new StringJoiner(", ", "(", ")");
            event.parameters().forEach(parameter -> parameters
                    .add("final " + parameter.javaType() + ' ' + parameter.name()));
            line("\n        @java.lang.Override");
            line("        public " + (event.returnsResult() ? "long " : "void ") + event.name() + parameters + " {");
            line(event.returnsResult() ? "            return 0;\n        }" : "        }");
        }
        for (final EventModel event : provider.events()) {
            appendQuestion(event.name() + ProviderModel.QUESTION_SUFFIX, "()");
            if (event.sbe() != null) {
                appendQuestion(event.name() + ProviderModel.CLAIM_SUFFIX,
                        "(final io.ringside.write.EventClaim claim, final int length)");
            }
        }
        line("    }");
    }

    /** Appends a method that returns false: a receiver writes no events, so none is enabled for it. */
    private void appendQuestion(final String question, final String parameters) {
        if (provider.questions().contains(question)) {
            line("\n        @java.lang.Override\n        public boolean " + question + parameters
                    + " {\n            return false;\n        }");
        }
    }

    private static String parenthesised(final String expression) {
        return expression.contains(" = ") ? '(' + expression + ')' : expression;
    }

    private static String value(final FieldModel field, final String local) {
        if (field.kind() != FieldKind.RECORD) {
            return local;
        }
        final StringJoiner members = new StringJoiner(", ", "new " + field.javaType() + '(', ")");
        field.members().forEach(member -> members.add(value(member, local + member.name() + '$')));
        return members.toString();
    }

    private static String memoryName(final EventModel event, final Leaf leaf) {
        return event.name() + "$$" + leaf.local();
    }

    private void line(final String line) {
        text.append(line).append('\n');
    }
}
