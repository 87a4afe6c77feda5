package io.ringside.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** What the model knows of a process that writes, and the way to it. For one thread. */
final class ModelProcess {
    private final long pid;
    private final List<String> executables;
    private final UnaryOperator<String> commands;
    private final List<Registration> registrations = new ArrayList<>();
    private int life;

    /** State of one place of a registration. */
    enum Registration {
        NONE, OPEN, CLOSED
    }

    private ModelProcess(final long pid, final List<String> executables, final UnaryOperator<String> commands) {
        this.pid = pid;
        this.executables = executables;
        this.commands = commands;
        for (int i = 0; i < ModelWriter.REGISTRATIONS; i++) {
            registrations.add(Registration.NONE);
        }
    }

    /** This process. */
    static ModelProcess here(final ModelWriter writer) {
        final String command = System.getProperty("sun.java.command", "").strip().split("\\s", 2)[0];
        return new ModelProcess(ProcessHandle.current().pid(), List.of(command), writer::run);
    }

    /** One that runs a {@link ModelWriterMain}: known by its full name, and by the simple one in any case. */
    static ModelProcess of(final Child child) {
        final String simple = ModelWriterMain.class.getSimpleName();
        child.await("ready");
        return new ModelProcess(child.pid(),
                List.of(ModelWriterMain.class.getName(), simple, simple.toUpperCase(Locale.ROOT)), line -> {
                    child.say(line);
                    return child.await("");
                });
    }

    long pid() {
        return pid;
    }

    /** Names by which an executable filter knows it. */
    List<String> executables() {
        return executables;
    }

    /** Number of its life: another one after each {@link #liveAgain}. */
    int life() {
        return life;
    }

    Registration registration(final int index) {
        return registrations.get(index);
    }

    /** Places of registrations in a state. */
    List<Integer> registrations(final Registration state) {
        return IntStream.range(0, registrations.size()).filter(i -> registrations.get(i) == state).boxed().toList();
    }

    void register(final int index) {
        tell("register " + index);
        registrations.set(index, Registration.OPEN);
    }

    void unregister(final int index) {
        tell("unregister " + index);
        registrations.set(index, Registration.CLOSED);
    }

    /** Leave the trace directory and come again, as another process with the same id would. */
    void liveAgain() {
        tell("live again");
        life++;
        registrations.replaceAll(state -> state == Registration.OPEN ? Registration.CLOSED : state);
    }

    /** Write, and tell what each write has returned. */
    List<String> write(final List<ModelWrite> writes) {
        return List.of(commands.apply("write " + String.join(" ", writes.stream().map(ModelWrite::toLine).toList()))
                .split(" ", -1));
    }

    private void tell(final String line) {
        final String answer = commands.apply(line);
        if (!answer.equals("done")) {
            throw new AssertionError("process does not obey: process=" + this + ", command=" + line + ", answer="
                    + answer);
        }
    }

    @Override
    public String toString() {
        return "pid " + pid + " life " + life;
    }
}
