package io.ringside.processor;

import java.util.List;
import javax.lang.model.util.Elements;

/** The package of Agrona's classes: their own or, in the library that brings its own Agrona, one of ours. */
final class AgronaPackage {
    private static final String PLAIN = "org.agrona";
    /** In {@code ringside-transport-shaded}. */
    private static final String RELOCATED = "io.ringside.agrona";
    private static final String BUFFER = ".DirectBuffer";

    private AgronaPackage() {}

    /** The package that the library which is compiled against uses. */
    static String of(final Elements elements) {
        return elements.getTypeElement(RELOCATED + BUFFER) == null ? PLAIN : RELOCATED;
    }

    /** Names that the type of a buffer may have. */
    static List<String> buffers() {
        return List.of(PLAIN + BUFFER, RELOCATED + BUFFER);
    }
}
