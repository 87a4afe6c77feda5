package io.ringside.etw.classic;

import java.util.ArrayList;
import java.util.List;

/**
 * A callback without any protection: it writes to whoever has enabled it last. It keeps what it was told. Thread-safe.
 */
final class Requests implements ControlCallback {
    private final int returned;
    private final List<String> told = new ArrayList<>();
    private final List<Object> contexts = new ArrayList<>();
    private ClassicSession current = ClassicSession.INVALID;
    private ClassicSettings settings = ClassicSession.INVALID.settings();
    private ClassicRequest last = new ClassicRequest(0, ClassicSession.INVALID);

    Requests(final int returned) {
        this.returned = returned;
    }

    @Override
    public synchronized int onControl(final ClassicRequest request, final Object context) {
        told.add(request.code() + " " + request.session().name());
        contexts.add(context);
        last = request;
        if (request.code() == RequestCode.ENABLE_EVENTS) {
            current = request.session();
            settings = current.settings();
        }
        return returned;
    }

    synchronized List<String> told() {
        return List.copyOf(told);
    }

    /** The same once it has so many: a stop waits for no callback (R3.21). */
    List<String> told(final int count) {
        final long deadlineNs = System.nanoTime() + ClassicFixture.TIMEOUT_NS;
        while (told().size() < count && System.nanoTime() - deadlineNs < 0) {
            Thread.onSpinWait();
        }
        return told();
    }

    synchronized List<Object> contexts() {
        return List.copyOf(contexts);
    }

    /** Session that has enabled the provider last. */
    synchronized ClassicSession current() {
        return current;
    }

    /** What that session asked for when it did so. */
    synchronized ClassicSettings settings() {
        return settings;
    }

    synchronized ClassicRequest last() {
        return last;
    }
}
