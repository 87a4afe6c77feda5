package io.ringside.provider;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.provider.ProblemLog.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

class ProblemLogTest {
    private final List<String> lines = new ArrayList<>();
    private final List<Runnable> tasks = new ArrayList<>();
    private final ProblemLog log = new ProblemLog(lines::add, tasks::add);

    @Test
    void shouldSayOneLineForEachKindAndCode() {
        for (int i = 0; i < 1_000; i++) {
            log.tell(Kind.REGISTRATION, new RingsideException(ErrorCode.NO_SPACE, "full: n=" + i));
            log.tell(Kind.REGISTRATION, new RingsideException(ErrorCode.LIMIT, "limit: n=" + i));
            log.tell(Kind.OFF, "flag is missing: n=" + i);
        }
        assertThat(lines).containsExactly("provider is not traced: full: n=0", "provider is not traced: limit: n=0",
                "tracing is off: flag is missing: n=0");
    }

    @Test
    void shouldSayWhatIsTriedAgain() {
        log.tell(Kind.CYCLE, new OutOfMemoryError("heap"));
        log.tell(Kind.FILE, "path=/x");
        assertThat(lines).containsExactly("control continues and retries: java.lang.OutOfMemoryError: heap",
                "file is left out until it can be read: path=/x");
    }

    @Test
    void shouldRunNoHandlerOnAThreadThatTellsAside() {
        log.tellAside(Kind.CYCLE, new IllegalStateException("on purpose"));
        log.tellAside(Kind.FILE, "path=/x");
        assertThat(lines).isEmpty();
        assertThat(tasks).hasSize(2);
        tasks.forEach(Runnable::run);
        assertThat(lines).hasSize(2);
        log.tellAside(Kind.FILE, "path=/y");
        assertThat(tasks).as("said before").hasSize(2);
    }

    @Test
    void shouldSayOneLineForEachTableOfAProvider() {
        for (final String table : List.of("symbol", "venue", "symbol")) {
            log.tellAsideOf(Kind.NAMES, "Acme-Orders", table, "dictionary is full: table=" + table);
            tasks.forEach(Runnable::run);
        }
        log.tellAsideOf(Kind.NAMES, "Acme-Risk", "symbol", "dictionary is full: table=symbol");
        tasks.forEach(Runnable::run);

        assertThat(lines).containsExactly(
                "names of values are not published: provider=Acme-Orders: dictionary is full: table=symbol",
                "names of values are not published: provider=Acme-Orders: dictionary is full: table=venue",
                "names of values are not published: provider=Acme-Risk: dictionary is full: table=symbol");
    }

    @Test
    void shouldEndWhatAHandlerThrows() {
        final ProblemLog failing = new ProblemLog(line -> {
            throw new StackOverflowError("on purpose");
        }, task -> {
            throw new OutOfMemoryError("no thread, on purpose");
        });
        assertThatCode(() -> {
            failing.tell(Kind.OFF, "off");
            failing.tellAside(Kind.CYCLE, new IllegalStateException("on purpose"));
        }).doesNotThrowAnyException();
    }
}
