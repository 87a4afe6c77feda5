package io.ringside.bench.enabled;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a typed event of varying length carries. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class ContentState {
    /** Bytes of the array, and characters of the text, of which each is a byte in UTF-8. */
    @Param({"96", "400", "1000"})
    int contentBytes;

    String text;
    byte[] bytes;

    /** Makes both. */
    @Setup
    public void fill() {
        text = "order ".repeat(contentBytes / 6 + 1).substring(0, contentBytes);
        bytes = new byte[contentBytes];
    }
}
