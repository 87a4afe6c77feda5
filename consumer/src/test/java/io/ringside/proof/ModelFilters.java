package io.ringside.proof;

import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Makes filters at random. What they mean is told here once more, without the product. For one thread. */
final class ModelFilters {
    private final Random random;
    private final List<ModelProcess> processes;

    /** A condition for some events: by name, by id, or for all. */
    private record Rule(ModelCondition condition, String target, Predicate<ModelEvent> meant, boolean all,
            boolean needs) {
        boolean looksAt(final ModelEvent event) {
            return meant.test(event) && (needs || condition.fits(event));
        }

        String text() {
            return (all ? "all " : "") + (needs ? "only " : "") + target + ": " + condition.text();
        }
    }

    ModelFilters(final Random random, final List<ModelProcess> processes) {
        this.random = random;
        this.processes = processes;
    }

    /** Some filters, each of another kind; often none. */
    List<ModelFilter> some() {
        final List<ModelFilter> filters = new ArrayList<>();
        if (random.nextBoolean()) {
            return filters;
        }
        addSometimes(filters, 4, ids());
        addSometimes(filters, 4, names());
        addSometimes(filters, 2, payloads());
        addSometimes(filters, 8, pids());
        addSometimes(filters, 6, executables());
        addSometimes(filters, 6, data());
        return filters;
    }

    /** Which processes live now, of those with some ids; to be asked for by their ids. */
    Set<ModelProcess> somePids() {
        final Set<ModelProcess> some = new HashSet<>(processes);
        some.removeIf(process -> random.nextInt(3) == 0);
        return some;
    }

    /** By id (R4.41); an event that describes itself has none to be looked at (R4.40). */
    private ModelFilter ids() {
        final Set<Integer> ids = someOf(List.of(0, 1, 2, 3, 4, 5, 6, 999));
        final boolean in = random.nextInt(4) != 0;
        return new ModelFilter("ids " + (in ? "in " : "out ") + ids,
                request -> request.eventIds(in ? EventIdFilter.in(ids) : EventIdFilter.out(ids)),
                ofEvent(event -> event.describesItself() || ids.contains(event.id()) == in));
    }

    /** By name (R4.40): a category is told by level and keywords, and what is not of it passes. */
    private ModelFilter names() {
        final List<String> all = ModelEvent.names();
        all.add("nobody");
        final Set<String> names = someOf(all);
        final boolean in = random.nextInt(4) != 0;
        final EventNameFilter plain = in ? EventNameFilter.in(names) : EventNameFilter.out(names);
        final Predicate<ModelEvent> listed = event -> names.contains(event.name()) == in;
        final String text = "names " + (in ? "in " : "out ") + names;
        return switch (random.nextInt(4)) {
            case 0 -> new ModelFilter(text + " of those that describe themselves",
                    request -> request.eventNames(plain.ofSelfDescribing()),
                    ofEvent(event -> !event.describesItself() || listed.test(event)));
            case 1 -> {
                final ModelClass category = ModelClass.random(random);
                yield new ModelFilter(text + " within " + category,
                        request -> request.eventNames(
                                plain.within(category.level(), category.any(), category.all())),
                        ofEvent(event -> !category.contains(event) || listed.test(event)));
            }
            default -> new ModelFilter(text, request -> request.eventNames(plain), ofEvent(listed));
        };
    }

    /**
     * By payload: of the conditions without a flag one is enough, those with it must all hold (R4.45); events that have
     * not the fields are not touched (R4.44), or rejected if the fields are needed.
     */
    private ModelFilter payloads() {
        final List<Rule> rules = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            rules.add(rule());
        }
        return new ModelFilter("payload " + rules.stream().map(Rule::text).toList(),
                request -> rules.forEach(rule -> request.payload(rule.text())), (process, write) -> {
                    final List<Rule> asked = rules.stream().filter(rule -> rule.looksAt(write.event())).toList();
                    final boolean allHold = asked.stream().filter(Rule::all)
                            .allMatch(rule -> rule.condition.holds().test(write));
                    final List<Rule> either = asked.stream().filter(rule -> !rule.all).toList();
                    return allHold && (either.isEmpty()
                            || either.stream().anyMatch(rule -> rule.condition.holds().test(write)));
                });
    }

    private Rule rule() {
        final ModelCondition condition = ModelCondition.random(random);
        final boolean all = random.nextInt(3) == 0;
        final boolean needs = random.nextInt(3) == 0;
        final ModelEvent event = ModelEvent.ALL.get(random.nextInt(ModelEvent.ALL.size()));
        return switch (event.describesItself() ? 0 : random.nextInt(3)) {
            case 0 -> new Rule(condition, event.name(), other -> other.name().equals(event.name()), all,
                    needs);
            case 1 -> new Rule(condition, Integer.toString(event.id()), other -> other.id() == event.id(), all,
                    needs);
            default -> new Rule(condition, "*", other -> true, all, needs);
        };
    }

    /** Persistent process ids (X19). */
    private ModelFilter pids() {
        final Set<Long> pids = new HashSet<>(Set.of(1L));
        somePids().forEach(process -> pids.add(process.pid()));
        return new ModelFilter("pids " + pids, request -> request.pids(pids),
                (process, write) -> pids.contains(process.pid()));
    }

    private ModelFilter executables() {
        final List<String> all = new ArrayList<>(List.of("nobody.jar", "org.example.Nobody"));
        processes.forEach(process -> all.addAll(process.executables()));
        final Set<String> names = someOf(all);
        return new ModelFilter("executables " + names, request -> request.executables(names),
                (process, write) -> !Collections.disjoint(names, process.executables()));
    }

    /** Data for callbacks, which filter nothing (R3.19). */
    private ModelFilter data() {
        return new ModelFilter("data", request -> request.data(EnablementFilters.Data.of(7, 1, new byte[]{1, 2, 3})),
                (process, write) -> true);
    }

    private void addSometimes(final List<ModelFilter> filters, final int oneIn, final ModelFilter filter) {
        if (random.nextInt(oneIn) == 0) {
            filters.add(filter);
        }
    }

    private <T> Set<T> someOf(final List<T> all) {
        final Set<T> some = new HashSet<>();
        final int size = 1 + random.nextInt(all.size());
        while (some.size() < size) {
            some.add(all.get(random.nextInt(all.size())));
        }
        return some;
    }

    private static BiPredicate<ModelProcess, ModelWrite> ofEvent(final Predicate<ModelEvent> passes) {
        return (process, write) -> passes.test(write.event());
    }
}
