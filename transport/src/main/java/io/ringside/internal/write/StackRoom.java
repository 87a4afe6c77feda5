package io.ringside.internal.write;

/** Provokes a stack overflow that is about to happen, before an operation begins that must not end half-way. */
final class StackRoom {
    /** Depth of calls, greater than that of the operations that follow. */
    private static final int FRAMES = 128;

    private StackRoom() {}

    /** Throws if the stack has too little room. It is slow, so it is for operations that a thread performs once. */
    static void require() {
        descend(FRAMES);
    }

    private static int descend(final int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + 1;
    }
}
