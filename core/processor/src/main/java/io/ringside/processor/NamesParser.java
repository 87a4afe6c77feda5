package io.ringside.processor;

import io.ringside.event.Keyword;
import io.ringside.event.Opcode;
import io.ringside.schema.ProviderSchema;
import io.ringside.typed.TraceKeyword;
import io.ringside.typed.TraceOpcode;
import io.ringside.typed.TraceTask;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import javax.lang.model.element.TypeElement;

/** Parses the keywords, tasks and opcodes that an interface defines, and declares them. Used for one interface. */
final class NamesParser {
    private static final Kind TASK = new Kind("task", TraceTask.class, 1, 0xFFFF);
    private static final Kind OPCODE = new Kind("opcode", TraceOpcode.class, Opcode.FIRST_OWN, Opcode.LAST_OWN);

    private final Problems problems;
    private final TypeElement type;
    private final ProviderSchema.Builder schema;

    /** Kind of named numbers. */
    private record Kind(String name, Class<?> annotation, int min, int max) {}

    NamesParser(final Problems problems, final TypeElement type, final ProviderSchema.Builder schema) {
        this.problems = problems;
        this.type = type;
        this.schema = schema;
    }

    Map<String, Long> keywords() {
        final Map<String, Long> keywords = new LinkedHashMap<>();
        final TraceKeyword[] all = type.getAnnotationsByType(TraceKeyword.class);
        for (int i = 0; i < all.length; i++) {
            final TraceKeyword keyword = all[i];
            final int index = i;
            final String what = "keyword=" + keyword.name() + ", mask=0x" + Long.toHexString(keyword.mask());
            if (!Keyword.isDefinable(keyword.mask())) {
                problems.report(type, TraceKeyword.class, i, "mask", "a keyword is exactly one of the bits 0..47: "
                        + what + ": use a mask such as 0x1, 0x2 or 0x4");
            } else if (keywords.containsValue(keyword.mask())) {
                problems.report(type, TraceKeyword.class, i, "mask", "two keywords have the same bit: " + what
                        + ", defined=" + keywords.keySet() + ": give one of them another bit");
            } else if (keywords.putIfAbsent(keyword.name(), keyword.mask()) != null) {
                problems.report(type, TraceKeyword.class, i, "name", "two keywords have the same name: " + what
                        + ": give one of them another name");
            } else {
                problems.declare(() -> schema.keyword(keyword.name(), keyword.mask()),
                        message -> problems.report(type, TraceKeyword.class, index, "name", message));
            }
        }
        return keywords;
    }

    Map<String, Integer> tasks() {
        final Map<String, Integer> tasks = new LinkedHashMap<>();
        final TraceTask[] all = type.getAnnotationsByType(TraceTask.class);
        for (int i = 0; i < all.length; i++) {
            define(TASK, i, all[i].name(), all[i].value(), tasks, schema::task);
        }
        return tasks;
    }

    Map<String, Integer> opcodes() {
        final Map<String, Integer> opcodes = new LinkedHashMap<>();
        final TraceOpcode[] all = type.getAnnotationsByType(TraceOpcode.class);
        for (int i = 0; i < all.length; i++) {
            define(OPCODE, i, all[i].name(), all[i].value(), opcodes, schema::opcode);
        }
        return opcodes;
    }

    private void define(final Kind kind, final int index, final String name, final int value,
            final Map<String, Integer> defined, final ObjIntConsumer<String> declaration) {
        final String what = kind.name() + "=" + name + ", value=" + value;
        if (value < kind.min() || value > kind.max()) {
            problems.report(type, kind.annotation(), index, "value", "value of " + kind.name() + " is out of range: "
                    + what + ": use " + kind.min() + ".." + kind.max());
        } else if (defined.containsValue(value)) {
            problems.report(type, kind.annotation(), index, "value", "two of kind " + kind.name()
                    + " have the same value: " + what + ": give one of them another value");
        } else if (defined.putIfAbsent(name, value) != null) {
            problems.report(type, kind.annotation(), index, "name", "two of kind " + kind.name()
                    + " have the same name: " + what + ": give one of them another name");
        } else {
            problems.declare(() -> declaration.accept(name, value),
                    message -> problems.report(type, kind.annotation(), index, "name", message));
        }
    }
}
