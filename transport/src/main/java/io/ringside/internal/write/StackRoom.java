package io.ringside.internal.write;

/** Lets a stack that is about to overflow do so before something is begun that must not end half-way. */
final class StackRoom {
    /** More calls, one inside the other, than what follows makes. */
    private static final int FRAMES = 128;

    private StackRoom() {}

    /** Only for what a thread does once: it is slow. */
    static void require() {
        descend(FRAMES);
    }

    private static int descend(final int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + 1;
    }
}
