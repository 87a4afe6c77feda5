package io.ringside.internal.callback;

import io.ringside.callback.ControlNotice;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What was posted is told when it is in place, and not before. */
class CallbackRunnerTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Runner").build();

    private final List<String> told = new ArrayList<>();
    private final List<Throwable> problems = new ArrayList<>();
    private final Queue<Runnable> threads = new ArrayDeque<>();
    private Runnable onTold = () -> {};
    private CallbackRunner runner;

    @BeforeEach
    void open() {
        runner = new CallbackRunner(SCHEMA.id(), SCHEMA.name(), this::tell, null, threads::add,
                (name, problem) -> problems.add(problem));
        runner.place(Path.of("trace"), () -> SCHEMA, new PendingCallbacks((provider, generation) -> {}));
    }

    @Test
    void shouldNotTellWhatIsNotInPlaceThoughAThreadIsAtWork() {
        runner.callInline(true);
        runner.post(capture(1), 1);
        assertThat(threads).isEmpty();
        assertThat(runner.deliver()).isTrue();
        onTold = () -> runner.post(capture(2), 2);
        Objects.requireNonNull(threads.poll()).run();

        assertThat(told).hasSize(1);
        assertThat(threads).isEmpty();
        onTold = () -> {};
        assertThat(runner.deliver()).isTrue();
        Objects.requireNonNull(threads.poll()).run();
        assertThat(told).hasSize(2);
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldWaitForThePlaceWhenNobodyWaitsForTheRegistration() {
        runner.post(capture(1), 1);
        runner.callInline(false);

        assertThat(threads).isEmpty();
        assertThat(runner.deliver()).isTrue();
        Objects.requireNonNull(threads.poll()).run();
        assertThat(told).hasSize(1);
    }

    @Test
    void shouldTellTheRegisteringThreadWhatIsInPlaceAndNothingElse() {
        runner.post(capture(1), 1);
        runner.release();
        runner.post(capture(2), 2);
        runner.callInline(true);

        assertThat(told).hasSize(1);
        assertThat(threads).isEmpty();
        assertThat(runner.deliver()).isTrue();
        Objects.requireNonNull(threads.poll()).run();
        assertThat(told).hasSize(2);
    }

    private void tell(final ControlNotice notice) {
        told.add("code " + notice.code());
        onTold.run();
    }

    private static Capture capture(final int slot) {
        return new Capture(new WriteOptions.Target(slot, slot), Enablement.of(5, 0, 0));
    }
}
