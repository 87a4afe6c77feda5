package io.ringside.processor;

import java.util.List;
import java.util.StringJoiner;

/** Source text of a class that writes the events of a provider. */
final class ProviderSource {
    /** Length in bytes below which a fixed-length payload, or the part before an array at the end, is encoded first. */
    private static final int HEAD_BYTES_MAX = 256;
    /** Fully qualified, like all JDK names: an interface, or its package, may have types with the same simple names. */
    private static final String OVERRIDE = "    @java.lang.Override\n";
    private static final String WRITE = "io.ringside.write.generated.TypedWrite";
    private static final String CALLBACK = "io.ringside.callback.ProviderCallback";
    private static final String SCHEMA = "io.ringside.schema.ProviderSchema";
    private static final String RINGSIDE = "io.ringside.provider.Ringside";

    private final ProviderModel provider;
    /** Names of the dictionaries of interned texts. */
    private final List<String> dictionaries;
    private final StringBuilder text = new StringBuilder();

    ProviderSource(final ProviderModel provider) {
        this.provider = provider;
        this.dictionaries = provider.events().stream().flatMap(event -> Leaf.of(event).stream())
                .filter(leaf -> leaf.kind() == FieldKind.INTERNED).map(leaf -> leaf.field().table()).distinct()
                .toList();
    }

    /** Returns the name of a field; it cannot conflict, since no method's name contains a dollar sign. */
    private static String dictionary(final int index) {
        return "dictionary$" + index;
    }

    String text(final String mark) {
        final String name = provider.baseName() + "Provider";
        line(provider.packageName().isEmpty() ? "" : "package " + provider.packageName() + ";\n");
        line("/** Writes the events of {@link " + provider.interfaceName() + "}. Thread-safe. */");
        line(mark + (provider.isPublic() ? "public " : "") + "final class " + name
                + " extends io.ringside.provider.generated.TypedProvider implements " + provider.interfaceName()
                + " {");
        line("    /** What the provider declares. */");
        line("    public static final " + SCHEMA + " SCHEMA = schema$();\n");
        for (final EventModel event : provider.events()) {
            line("    private final io.ringside.write.ProviderEvent " + event.name() + "$;");
        }
        for (int i = 0; i < dictionaries.size(); i++) {
            line("    private final io.ringside.provider.TextDictionary " + dictionary(i) + ";");
        }
        appendMaking(name);
        for (final EventModel event : provider.events()) {
            appendQuestion(event);
            if (event.sbe() == null) {
                appendEvent(event);
            } else {
                appendSbeEvent(event);
            }
        }
        line("");
        text.append(SchemaSource.methods(provider));
        line("}");
        return text.toString();
    }

    private void appendMaking(final String name) {
        line("\n    private " + name + "(final " + RINGSIDE + " ringside, final " + SCHEMA
                + " schema,\n            final "
                + CALLBACK + " callback, final java.lang.Object callbackContext) {");
        line("        super(ringside, schema, callback, callbackContext);");
        for (int i = 0; i < provider.events().size(); i++) {
            line("        " + provider.events().get(i).name() + "$ = event(" + i + ");");
        }
        for (int i = 0; i < dictionaries.size(); i++) {
            line("        " + dictionary(i) + " = dictionary(" + SchemaSource.literal(dictionaries.get(i)) + ");");
        }
        line("    }\n");
        line("    /** Registers the provider. */");
        line("    public static " + name + " register(final " + RINGSIDE + " ringside) {");
        line("        return new " + name + "(ringside, SCHEMA, null, null);\n    }\n");
        line("    /** Registers the provider, with a callback that is called after level and masks have been kept. */");
        line("    public static " + name + " register(final " + RINGSIDE + " ringside, final " + CALLBACK
                + " callback,\n            final java.lang.Object callbackContext) {");
        line("        return new " + name + "(ringside, SCHEMA, callback, callbackContext);\n    }\n");
        line("    /** Registers the provider under another name. */");
        line("    public static " + name + " registerAs(final java.lang.String name,\n            final " + RINGSIDE
                + " ringside) {");
        line("        return new " + name + "(ringside, SCHEMA.named(name), null, null);\n    }\n");
        line("    /** Registers the provider under another name, with a callback as above. */");
        line("    public static " + name + " registerAs(final java.lang.String name,\n            final " + RINGSIDE
                + " ringside, final " + CALLBACK + " callback,\n            final java.lang.Object callbackContext) {");
        line("        return new " + name + "(ringside, SCHEMA.named(name), callback, callbackContext);\n    }");
    }

    private void appendQuestion(final EventModel event) {
        final String question = event.name() + ProviderModel.QUESTION_SUFFIX;
        line("\n    /** Whether a session wants the event. */");
        line((provider.questions().contains(question) ? OVERRIDE : "") + "    public boolean " + question
                + "() {");
        line("        return " + event.name() + "$.isEnabled();\n    }\n");
    }

    /** Appends the methods of an SBE event: its message is copied, or encoded in place. */
    private void appendSbeEvent(final EventModel event) {
        final String handle = "this." + event.name() + '$';
        final String claim = event.name() + ProviderModel.CLAIM_SUFFIX;
        appendMethod(event);
        final String returned = event.returnsResult() ? "return " : "";
        final StringJoiner message = new StringJoiner(", ");
        event.parameters().stream().filter(parameter -> !parameter.isOption())
                .forEach(parameter -> message.add(parameter.name() + '$'));
        line("        " + returned + handle + ".write(" + (event.hasOptions()
                ? options(event, WRITE + ".of(" + handle + ")") + ", "
                : "") + message + ");\n    }");
        line("\n    /** Room for a message that is encoded in place. */");
        line((provider.questions().contains(claim) ? OVERRIDE : "") + "    public boolean " + claim
                + "(final io.ringside.write.EventClaim claim, final int length) {");
        line("        return " + event.name() + "$.tryClaim(claim, length);\n    }");
    }

    private void appendEvent(final EventModel event) {
        appendMethod(event);
        appendWrite(event);
        line("    }");
    }

    /** Appends the method of an event, and the head of the method that writes it. */
    private void appendMethod(final EventModel event) {
        final StringJoiner parameters = new StringJoiner(", ", "(", ")");
        final StringJoiner arguments = new StringJoiner(", ", "(", ")");
        final StringJoiner inner = new StringJoiner(", ", "(", ")");
        for (final ParameterModel parameter : event.parameters()) {
            parameters.add("final " + parameter.javaType() + ' ' + parameter.name());
            inner.add("final " + parameter.javaType() + ' ' + parameter.name() + '$');
            arguments.add(parameter.name());
        }
        final String call = "write$" + event.name() + arguments;
        line(OVERRIDE + "    public " + (event.returnsResult() ? "long " : "void ") + event.name() + parameters
                + " {");
        final String handle = "this." + event.name() + '$';
        if (event.returnsResult()) {
            line("        return " + handle + ".isEnabled() ? " + call + " : " + WRITE + ".idleResult(" + handle
                    + ");\n    }\n");
        } else {
            line("        if (" + handle + ".isEnabled()) {\n            " + call + ";\n        }\n    }\n");
        }
        line("    private " + (event.returnsResult() ? "long " : "void ") + "write$" + event.name() + inner + " {");
    }

    private void appendWrite(final EventModel event) {
        event.fields().forEach(field -> appendLocals(field, field.name() + '$'));
        final List<Leaf> leaves = Leaf.of(event);
        final long bytes = leaves.stream().filter(leaf -> !leaf.kind().varies())
                .mapToLong(leaf -> leaf.field().bytes()).sum();
        if (bytes < HEAD_BYTES_MAX && leaves.stream().noneMatch(leaf -> leaf.kind().varies())) {
            appendShortWrite(event, leaves, bytes);
        } else if (bytes < HEAD_BYTES_MAX && endsInBytes(leaves)) {
            appendTailWrite(event, leaves, (int) bytes);
        } else {
            appendClaim(event, leaves, bytes);
        }
    }

    /**
     * Appends the write of a short event of constant length, which is encoded first and then written in one piece,
     * without a claim.
     */
    private void appendShortWrite(final EventModel event, final List<Leaf> leaves, final long bytes) {
        final String handle = "this." + event.name() + '$';
        if (leaves.isEmpty() && !event.hasOptions()) {
            line("        " + (event.returnsResult() ? "return " : "") + handle + ".write();");
            return;
        }
        appendBegin(handle, (int) bytes);
        appendFixed(leaves, "        ");
        appendCommit(event, "        ", "");
    }

    /** Appends the begin of a write. No application code runs before the commit, so it needs no cleanup. */
    private void appendBegin(final String handle, final int bytes) {
        line("        final " + WRITE + " $write = " + WRITE + ".of(" + handle + ");");
        line("        final " + provider.agrona() + ".concurrent.UnsafeBuffer $buffer = $write.begin(" + bytes + ");");
    }

    /** Returns whether all values have a constant length except an array of bytes at the end. */
    private static boolean endsInBytes(final List<Leaf> leaves) {
        final int last = leaves.size() - 1;
        return leaves.get(last).kind() == FieldKind.BYTES
                && leaves.subList(0, last).stream().noneMatch(leaf -> leaf.kind().varies());
    }

    /** Appends a write that copies the array after the rest. */
    private void appendTailWrite(final EventModel event, final List<Leaf> leaves, final int bytes) {
        final int last = leaves.size() - 1;
        final String tail = Leaf.sound(leaves.get(last).local());
        appendBegin("this." + event.name() + '$', bytes + Short.BYTES);
        appendFixed(leaves.subList(0, last), "        ");
        line("        $buffer.putShort(" + bytes + ", (short) " + tail
                + ".length, java.nio.ByteOrder.LITTLE_ENDIAN);");
        appendCommit(event, "        ", tail);
    }

    private void appendClaim(final EventModel event, final List<Leaf> leaves, final long bytes) {
        final StringJoiner length = new StringJoiner(" + ").add(bytes + "L");
        final StringJoiner lengthMax = new StringJoiner(" + ").add(bytes + "L");
        leaves.stream().filter(leaf -> leaf.kind().varies()).forEach(leaf -> {
            length.add(leaf.length());
            lengthMax.add(leaf.lengthMax());
        });
        final String handle = "this." + event.name() + '$';
        final String not = event.returnsResult() ? "!" : "";
        line("        final " + WRITE + " $write = " + WRITE + ".of(" + handle + ");\n        try {");
        final String room = leaves.stream().anyMatch(Leaf::isText)
                ? not + "$write.tryRoom(" + lengthMax + ")\n                    "
                        + (event.returnsResult() ? "&& " : "|| ")
                : "";
        line("            if (" + room + not + "$write.tryClaim(" + length + ")) {");
        if (event.returnsResult()) {
            line("                return $write.result();\n            }");
            appendFilling(event, leaves, "            ");
        } else {
            appendFilling(event, leaves, "                ");
            line("            }");
        }
        line("        } finally {\n            $write.end();\n        }");
    }

    private void appendFilling(final EventModel event, final List<Leaf> leaves, final String indent) {
        int next = 0;
        while (next < leaves.size() && !leaves.get(next).kind().varies()) {
            next++;
        }
        final List<Leaf> fixed = leaves.subList(0, next);
        final int offset = fixed.stream().mapToInt(leaf -> leaf.field().bytes()).sum();
        if (!fixed.isEmpty()) {
            line(indent + "final " + provider.agrona() + ".MutableDirectBuffer $buffer = $write.buffer();");
            appendFixed(fixed, indent);
        }
        if (next < leaves.size()) {
            line(indent + "$write.payload(" + offset + ")");
            for (int i = next; i < leaves.size(); i++) {
                line(indent + "        ." + leaves.get(i).put() + (i == leaves.size() - 1 ? ";" : ""));
            }
        }
        appendCommit(event, indent, "");
    }

    private void appendCommit(final EventModel event, final String indent, final String tail) {
        if (event.hasOptions()) {
            line(indent + options(event, "$write") + ";");
        }
        line(indent + (event.returnsResult() ? "return " : "") + "$write.commit(" + tail + ");");
    }

    /** Appends statements that put leaves of constant length at the begin of {@code $buffer}. */
    private void appendFixed(final List<Leaf> leaves, final String indent) {
        int offset = 0;
        for (final Leaf leaf : leaves) {
            leaf.putAt(offset).forEach(statement -> line(indent + "$buffer."
                    + statement.replace("LITTLE_ENDIAN", "java.nio.ByteOrder.LITTLE_ENDIAN") + ';'));
            offset += leaf.field().bytes();
        }
    }

    private static String options(final EventModel event, final String owner) {
        final StringBuilder options = new StringBuilder(owner + ".options()");
        for (final ParameterModel parameter : event.parameters()) {
            if (parameter.isOption()) {
                options.append(switch (parameter.role()) {
                    case ACTIVITY -> ".activity(";
                    case TIME -> ".timeNs(";
                    default -> ".related(";
                }).append(parameter.name()).append("$)");
            }
        }
        return options.toString();
    }

    /** Appends variables for values other than the parameter itself; each accessor of a record is called once. */
    private void appendLocals(final FieldModel field, final String name) {
        switch (field.kind()) {
            case RECORD -> {
                for (final FieldModel member : field.members()) {
                    final String local = name + member.name() + '$';
                    line("        final " + member.javaType() + ' ' + local + " = " + name + " == null ? "
                            + (member.kind().varies() ? "null" : member.kind().missing()) + " : " + name + '.'
                            + member.name() + "();");
                    appendLocals(member, local);
                }
            }
            case UUID -> {
                line("        final long " + name + "most = " + name + " == null ? 0L : " + name
                        + ".getMostSignificantBits();");
                line("        final long " + name + "least = " + name + " == null ? 0L : " + name
                        + ".getLeastSignificantBits();");
            }
            case INSTANT -> line("        final long " + name
                    + "ns = io.ringside.typed.generated.FieldValues.toEpochNs(" + name
                    + ");");
            case INTERNED -> line("        final int " + name + "number = this."
                    + dictionary(dictionaries.indexOf(field.table())) + ".idOf(" + name + ");");
            case ENUM -> line("        final int " + name + "ordinal = " + name + " == null ? "
                    + (field.isWideEnum() ? "0xFFFF" : "0xFF") + " : " + name + ".ordinal();");
            default -> appendNothingForNull(field, name);
        }
    }

    private void appendNothingForNull(final FieldModel field, final String name) {
        if (field.kind().varies()) {
            line("        final " + field.javaType() + ' ' + Leaf.sound(name) + " = " + name + " == null ? "
                    + field.kind().missing() + " : " + name + ';');
        }
    }

    private void line(final String line) {
        text.append(line).append('\n');
    }
}
