package io.ringside.proof;

import io.ringside.control.EnableRequest;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.StackFilter;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a session of the model wants of a provider: the request for it, and what it means.
 *
 * @param events     level and keywords
 * @param properties of {@link EnableProperty}
 * @param filters    all must be passed
 * @param stacks     which events get a stack, if stacks are asked for; null for all
 * @param livesNow   only these lives of processes, of those that lived at the call (R4.43); null for all processes
 */
record ModelWish(ModelClass events, int properties, List<ModelFilter> filters, @Nullable ModelStacks stacks,
        @Nullable Map<ModelProcess, Integer> livesNow) {
    private static final List<Integer> PROPERTIES = List.of(EnableProperty.IGNORE_KEYWORD_ZERO,
            EnableProperty.EXCLUDE_INPRIVATE, EnableProperty.EVENT_KEY, EnableProperty.PROCESS_START_KEY,
            EnableProperty.STACK_TRACE);

    /** Which events get a stack (R4.42): by id, and by a class of level and keywords. */
    record ModelStacks(Set<Integer> ids, boolean inClass, ModelClass events) {
        boolean has(final ModelEvent event) {
            return (event.describesItself() || ids.contains(event.id())) && events.contains(event) == inClass;
        }
    }

    static ModelWish random(final Random random, final ModelFilters filters) {
        int properties = 0;
        for (final int property : PROPERTIES) {
            properties |= random.nextInt(6) == 0 ? property : 0;
        }
        if (random.nextInt(8) == 0) {
            properties &= ~EnableProperty.IGNORE_KEYWORD_ZERO;
            properties |= EnableProperty.ENABLE_KEYWORD_ZERO;
        }
        final boolean choosesStacks = (properties & EnableProperty.STACK_TRACE) != 0 && random.nextBoolean();
        final Map<ModelProcess, Integer> lives = random.nextInt(12) == 0
                ? filters.somePids().stream().collect(Collectors.toMap(process -> process, ModelProcess::life))
                : null;
        return new ModelWish(ModelClass.random(random), properties, filters.some(),
                choosesStacks
                        ? new ModelStacks(Set.of(0, 2, 3, 4), random.nextBoolean(), ModelClass.random(random))
                        : null,
                lives);
    }

    EnableRequest request(final int provider) {
        final EnablementFilters.Builder builder = EnablementFilters.builder();
        filters.forEach(filter -> filter.request().accept(builder));
        if (stacks != null) {
            final ModelClass ofStacks = stacks.events;
            builder.stacks(new StackFilter(EventIdFilter.in(stacks.ids), null,
                    new StackFilter.LevelKeyword(stacks.inClass, ofStacks.level(), ofStacks.any(), ofStacks.all())));
        }
        final EnableRequest request = EnableRequest.of(ModelEvent.PROVIDERS.get(provider),
                Enablement.of(events.level(), events.any(), events.all(), properties, builder.build()));
        return livesNow == null ? request : request.withPidsNow(pidsNow(livesNow));
    }

    /** Whether a write of a process is wanted, if its provider is registered there. */
    boolean wants(final ModelProcess process, final ModelWrite write) {
        final boolean lives = livesNow == null || livesNow.getOrDefault(process, -1) == process.life();
        final boolean ofKeyword = write.event().keyword() != 0 || !has(EnableProperty.IGNORE_KEYWORD_ZERO);
        final boolean mayBePrivate = !write.isPrivate() || !has(EnableProperty.EXCLUDE_INPRIVATE);
        return lives && ofKeyword && mayBePrivate && events.contains(write.event())
                && filters.stream().allMatch(filter -> filter.passes().test(process, write));
    }

    /** What this session finds with an event beside what it is. */
    String items(final ModelWrite write) {
        final boolean stack = has(EnableProperty.STACK_TRACE) && (stacks == null || stacks.has(write.event()));
        return (stack ? " stack" : "") + (has(EnableProperty.EVENT_KEY) ? " eventKey" : "")
                + (has(EnableProperty.PROCESS_START_KEY) ? " startKey" : "");
    }

    private boolean has(final int property) {
        return (properties & property) != 0;
    }

    /** With one that nobody has, as there must be one. */
    private static Set<Long> pidsNow(final Map<ModelProcess, Integer> lives) {
        final Set<Long> pids = lives.keySet().stream().map(ModelProcess::pid).collect(Collectors.toSet());
        pids.add(1L);
        return pids;
    }
}
