package io.ringside.processor;

import java.util.List;
import javax.lang.model.util.Elements;

/** Package of Agrona's classes: their own, or the relocated one of the library that contains its own Agrona. */
final class AgronaPackage {
    private static final String PLAIN = "org.agrona";
    /** Package used by {@code ringside-transport-shaded}. */
    private static final String RELOCATED = "io.ringside.agrona";
    private static final String BUFFER = ".DirectBuffer";

    private AgronaPackage() {}

    /** Returns the package used by the library on the class or module path. */
    static String of(final Elements elements) {
        return elements.getTypeElement(RELOCATED + BUFFER) == null ? PLAIN : RELOCATED;
    }

    /** Returns the possible names of a buffer's type. */
    static List<String> buffers() {
        return List.of(PLAIN + BUFFER, RELOCATED + BUFFER);
    }
}
