package io.ringside.proof;

import io.ringside.control.Outcome;
import io.ringside.event.ProviderId;
import io.ringside.proof.ModelProcess.Registration;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Does steps at random with the product and with a plain model of it, and compares after each of them where events
 * land. What a sequence leaves is what the next one begins with. For one thread.
 */
final class ProviderModel {
    private static final List<String> NAMES = List.of("red", "green", "blue");
    private static final int STEPS_MAX = 5;
    private static final int WRITES_MAX = 4;
    private static final int HISTORY_LENGTH = 60;

    private final Stage stage;
    private final Random random;
    private final List<ModelProcess> processes;
    private final ModelFilters filters;
    private final Map<String, ModelSession> sessions = new TreeMap<>();
    /** Of sessions that have ended, some of whose slots others have now. */
    private final Deque<WriteOptions.Target> ended = new ArrayDeque<>();
    private final Deque<String> history = new ArrayDeque<>();
    private final Figures figures = new Figures();
    private long number;

    ProviderModel(final Stage stage, final Random random, final List<ModelProcess> processes) {
        this.stage = stage;
        this.random = random;
        this.processes = processes;
        this.filters = new ModelFilters(random, processes);
    }

    Figures figures() {
        return figures;
    }

    /** A few changes, with writes after each, and a look at all books. */
    void runSequence(final int sequence) {
        remember("sequence " + sequence);
        for (int steps = 1 + random.nextInt(STEPS_MAX); steps > 0; steps--) {
            change();
            figures.add("steps", 1);
            processes.forEach(this::write);
            sessions.values().forEach(session -> session.verify(this::history));
        }
        sessions.values().forEach(ModelSession::verifyLedger);
        figures.add("sequences", 1);
    }

    /** End all sessions. */
    void end() {
        sessions.values().forEach(ModelSession::stop);
        sessions.clear();
    }

    private void change() {
        final ModelProcess process = oneOf(processes);
        final String name = oneOf(NAMES);
        final ModelSession session = sessions.get(name);
        final int choice = random.nextInt(100);
        if (session == null) {
            start(name);
        } else if (choice < 45) {
            enable(session, random.nextInt(ModelEvent.PROVIDERS.size()));
        } else if (choice < 60) {
            disable(session);
        } else if (choice < 70) {
            stop(session);
        } else if (choice < 85) {
            register(process);
        } else if (choice < 96) {
            unregister(process);
        } else {
            remember(process + " lives again");
            process.liveAgain();
            figures.add("lives", 1);
        }
    }

    private void start(final String name) {
        final ModelSession session = new ModelSession(stage, name);
        remember("start " + session);
        sessions.put(name, session);
        figures.add("starts", 1);
        figures.add("slotsUsedAgain",
                ended.stream().anyMatch(former -> former.slot() == session.identity().slot()) ? 1 : 0);
    }

    private void enable(final ModelSession session, final int provider) {
        final ModelWish wish = ModelWish.random(random, filters);
        remember("enable " + session.name() + ' ' + ModelEvent.PROVIDERS.get(provider) + ' ' + wish);
        verify(stage.controller().enable(session.name(), wish.request(provider), Stage.TIMEOUT));
        session.wishes().put(provider, wish);
        figures.add("enables", 1);
    }

    private void disable(final ModelSession session) {
        if (session.wishes().isEmpty()) {
            enable(session, 0);
            return;
        }
        final int provider = oneOf(List.copyOf(session.wishes().keySet()));
        remember("disable " + session.name() + ' ' + ModelEvent.PROVIDERS.get(provider));
        verify(stage.controller().disable(session.name(), ProviderId.fromName(ModelEvent.PROVIDERS.get(provider)),
                Stage.TIMEOUT));
        session.wishes().remove(provider);
        figures.add("disables", 1);
    }

    private void stop(final ModelSession session) {
        remember("stop " + session);
        session.stop();
        sessions.remove(session.name());
        ended.addFirst(session.identity());
        if (ended.size() > 2 * NAMES.size()) {
            ended.removeLast();
        }
        figures.add("stops", 1);
    }

    private void register(final ModelProcess process) {
        final List<Integer> free = new ArrayList<>(process.registrations(Registration.NONE));
        free.addAll(process.registrations(Registration.CLOSED));
        if (free.isEmpty()) {
            unregister(process);
            return;
        }
        final int registration = oneOf(free);
        remember("register " + registration + " in " + process);
        process.register(registration);
        figures.add("registrations", 1);
    }

    private void unregister(final ModelProcess process) {
        final List<Integer> open = process.registrations(Registration.OPEN);
        if (open.isEmpty()) {
            register(process);
            return;
        }
        final int registration = oneOf(open);
        remember("unregister " + registration + " in " + process);
        process.unregister(registration);
        figures.add("unregistrations", 1);
    }

    /** Some events by each registration that has ever been. */
    private void write(final ModelProcess process) {
        final List<ModelWrite> writes = new ArrayList<>();
        for (int registration = 0; registration < ModelWriter.REGISTRATIONS; registration++) {
            for (int count = writeCount(process.registration(registration)); count > 0; count--) {
                writes.add(newWrite(registration));
            }
        }
        if (writes.isEmpty()) {
            return;
        }
        final List<String> expected = writes.stream().map(write -> expected(process, write)).toList();
        assertThat(process.write(writes)).as(() -> writes + history()).isEqualTo(expected);
    }

    private int writeCount(final Registration state) {
        return switch (state) {
            case NONE -> 0;
            case OPEN -> 1 + random.nextInt(WRITES_MAX);
            case CLOSED -> random.nextInt(2);
        };
    }

    /** What a write is to return. */
    private String expected(final ModelProcess process, final ModelWrite write) {
        if (process.registration(write.registration()) == Registration.CLOSED) {
            figures.add("ended", 1);
            return "0/0/" + WriteResult.Status.INVALID_HANDLE;
        }
        long wanting = 0;
        for (final ModelSession session : sessions.values()) {
            wanting += session.wants(process, write) ? 1 : 0;
        }
        figures.add("landed", wanting).add(wanting == 0 ? "unwanted" : "written", 1);
        return wanting + "/" + wanting + '/' + WriteResult.Status.OK;
    }

    private ModelWrite newWrite(final int registration) {
        final ModelForm form = oneOf(List.of(ModelForm.values()));
        final int kind = random.nextInt(ModelEvent.ALL.size());
        final boolean lacksPayload = form.isWithoutPayload() && ModelEvent.ALL.get(kind).fields() > 0;
        final List<WriteOptions.Target> excluded = new ArrayList<>();
        if (form.hasOptions()) {
            sessions.values().forEach(session -> addSometimes(excluded, session.identity()));
            ended.forEach(identity -> addSometimes(excluded, identity));
        }
        return new ModelWrite(++number, registration, lacksPayload ? 0 : kind, form,
                random.nextInt(2 * ModelCondition.PRICE_BOUND) - ModelCondition.PRICE_BOUND,
                ModelCondition.word(random), random.nextInt(6), ModelClass.keyword(random),
                form.hasOptions() && random.nextInt(4) == 0, excluded);
    }

    private void addSometimes(final List<WriteOptions.Target> excluded, final WriteOptions.Target identity) {
        if (random.nextInt(6) == 0) {
            excluded.add(identity);
        }
    }

    private void verify(final Outcome.Answers result) {
        assertThat(result.timedOut()).as(this::history).isEmpty();
        assertThat(result.refused()).as(this::history).isEmpty();
    }

    private void remember(final String step) {
        history.addLast(step);
        if (history.size() > HISTORY_LENGTH) {
            history.removeFirst();
        }
    }

    /** The last steps, for people. */
    private String history() {
        return " after\n  " + String.join("\n  ", history) + "\nwith\n  " + sessions.values() + "\n";
    }

    private <T> T oneOf(final List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
