package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Resolves the paths of an expression for one event. Used for one compilation. */
final class EventWalk {
    private final EventSchema event;
    private final GroupWalk group;

    EventWalk(final EventSchema event) {
        this.event = event;
        this.group = GroupWalk.of(event.fields(), new CounterSlots());
    }

    FieldLocator locate(final FieldPath path) {
        final int levels = path.steps().size();
        final GroupWalk[] groups = new GroupWalk[levels];
        final int[] indexes = new int[levels];
        final int[] elements = new int[levels];
        List<FieldSchema> fields = event.fields();
        @Nullable
        GroupWalk inside = group;
        for (int i = 0; i < levels; i++) {
            final FieldPath.Step step = path.steps().get(i);
            indexes[i] = inside == null ? GroupWalk.MISSING : inside.indexOf(step.name());
            if (inside == null || indexes[i] == GroupWalk.MISSING) {
                throw RingsideException
                        .invalidArgument("event has no such field: event=" + event.name() + ", field=" + path
                                + ", missing=" + step.name() + ", fields=" + namesOf(fields));
            }
            final FieldSchema field = fields.get(indexes[i]);
            elements[i] = element(step, field, path);
            groups[i] = inside;
            inside = inside.field(indexes[i]).members();
            fields = field.members();
            if (i == levels - 1) {
                return new FieldLocator(field, groups, indexes, elements);
            }
        }
        throw new IllegalStateException("path of a field is empty");
    }

    /**
     * Returns the path of the field, in the same event or struct, that gives a field's scale; null if the scale is
     * fixed.
     */
    @Nullable
    FieldPath scalePath(final FieldPath path) {
        final String from = locate(path).field().scaleFrom();
        if (from == null) {
            return null;
        }
        final List<FieldPath.Step> steps = new ArrayList<>(path.steps());
        steps.set(steps.size() - 1, new FieldPath.Step(from, FieldPath.Step.NULL_INDEX));
        return new FieldPath(steps);
    }

    private int element(final FieldPath.Step step, final FieldSchema field, final FieldPath path) {
        final boolean isIndexed = step.index() != FieldPath.Step.NULL_INDEX;
        if (isIndexed == (field.shape() == FieldSchema.Shape.SCALAR)) {
            throw RingsideException.invalidArgument(isIndexed
                    ? "field is no array: event=" + event.name() + ", field=" + path + ": leave out the brackets"
                    : "field is an array: event=" + event.name() + ", field=" + path + ": name one element, as in "
                            + step + "[0]");
        }
        if (field.shape() == FieldSchema.Shape.FIXED && step.index() >= field.fixedCount()) {
            throw RingsideException
                    .invalidArgument("array has no such element: event=" + event.name() + ", field=" + path
                            + ", elements=" + field.fixedCount());
        }
        return isIndexed ? step.index() : 0;
    }

    private static String namesOf(final List<FieldSchema> fields) {
        return fields.stream().map(FieldSchema::name).collect(Collectors.joining(" ", "[", "]"));
    }
}
