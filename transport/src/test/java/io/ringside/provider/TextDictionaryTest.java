package io.ringside.provider;

import io.ringside.AllocatedBytes;
import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.PublishedNames.Entry;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class TextDictionaryTest {
    private static final int ROUNDS = 200_000;
    private static final int THREADS = 4;

    private final PublishedNames names = new PublishedNames();
    private final List<String> log = new ArrayList<>();
    /** Names that others see. */
    private int visible;
    private final TextDictionary dictionary = new TextDictionary("symbol", names, () -> visible = names.size(),
            log::add);

    @Test
    void shouldGiveEachTextOneNumberAndPublishIt() {
        assertThat(dictionary.idOf("AAPL")).isEqualTo(2);
        assertThat(dictionary.idOf("MSFT")).isEqualTo(3);
        assertThat(dictionary.idOf(CharBuffer.wrap("AAPL"))).isEqualTo(2);
        assertThat(dictionary.idOf(" AAPL ")).as("blanks count").isEqualTo(4);

        assertThat(published()).isEqualTo(Map.of(0L, "(empty)", 1L, "(not interned)", 2L, "AAPL", 3L, "MSFT", 4L,
                " AAPL "));
        assertThat(visible).isEqualTo(5);
        assertThat(dictionary.notInterned()).isZero();
    }

    @Test
    void shouldGiveNoTextTheNumberOfTheEmptyOne() {
        assertThat(dictionary.idOf(null)).isEqualTo(TextDictionary.EMPTY);
        assertThat(dictionary.idOf("")).isEqualTo(TextDictionary.EMPTY);
        assertThat(dictionary.notInterned()).isZero();
    }

    @Test
    void shouldBeAMapForAnyTexts() {
        final Random random = SeededRandom.create(getClass());
        final Map<String, Integer> model = new HashMap<>();
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < ROUNDS; i++) {
            text.setLength(0);
            for (int length = 1 + random.nextInt(3); length > 0; length--) {
                text.append((char) ('A' + random.nextInt(20)));
            }
            final int number = dictionary.idOf(text);
            assertThat(number).isEqualTo(model.computeIfAbsent(text.toString(), each -> 2 + model.size()));
        }

        final Map<Long, String> expected = model.entrySet().stream()
                .collect(Collectors.toMap(each -> (long) each.getValue(), Map.Entry::getKey));
        expected.put(0L, "(empty)");
        expected.put(1L, "(not interned)");
        assertThat(model).hasSizeGreaterThan(5_000);
        assertThat(published()).isEqualTo(expected);
        assertThat(dictionary.notInterned()).isZero();
    }

    @Test
    void shouldCountTextsThatAreNoNames() {
        for (final String text : List.of("A\nB", "x".repeat(256), "ä".repeat(128), "\ud800", "\u0000")) {
            assertThat(dictionary.idOf(text)).as(text).isEqualTo(TextDictionary.NOT_INTERNED);
        }
        assertThat(dictionary.idOf("x".repeat(255))).isEqualTo(2);
        assertThat(dictionary.notInterned()).isEqualTo(5);
        assertThat(published()).hasSize(3);
        assertThat(log).isEmpty();
    }

    @Test
    void shouldSayOnceThatItIsFullAndCountFurtherTexts() {
        for (int i = 0; i < TextDictionary.TEXTS_MAX; i++) {
            assertThat(dictionary.idOf("T" + i)).isEqualTo(2 + i);
        }
        assertThat(log).isEmpty();
        final int before = names.size();
        for (int i = 0; i < 10; i++) {
            assertThat(dictionary.idOf("MORE-" + i)).isEqualTo(TextDictionary.NOT_INTERNED);
        }

        assertThat(names.size()).isEqualTo(before);
        assertThat(dictionary.notInterned()).isEqualTo(10);
        assertThat(dictionary.idOf("T5")).isEqualTo(7);
        assertThat(log).singleElement().asString()
                .startsWith("dictionary is full: table=symbol, texts=16384, max=16384");
    }

    @Test
    void shouldBeFullWhenThereAreAsManyNamesAsThereMayBe() {
        for (int i = 0; names.size() < PublishedNames.NAMES_MAX - 1; i++) {
            names.publish("other", i, "N" + i, i);
        }

        assertThat(dictionary.idOf("AAPL")).isEqualTo(2);
        assertThat(dictionary.idOf("MSFT")).isEqualTo(TextDictionary.NOT_INTERNED);
        assertThat(dictionary.idOf("AAPL")).isEqualTo(2);
        assertThat(log).singleElement().asString().contains("publishedNames=65536, max=65536");
    }

    @Test
    void shouldRefuseATableWhoseNamesWerePublishedOneByOne() {
        names.publish("venue", 7, "XNAS", 0);
        names.publishScale("price", 7, 4, 0);

        assertThatThrownBy(() -> new TextDictionary("venue", names, () -> {}, log::add))
                .isInstanceOf(RingsideException.class).hasMessageContaining("table=venue, value=7, name=XNAS");
        assertThat(new TextDictionary("price", names, () -> {}, log::add).idOf("A")).isEqualTo(2);
    }

    @Test
    void shouldGiveAllThreadsTheSameNumbers() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            final CyclicBarrier begin = new CyclicBarrier(THREADS);
            final List<Future<List<Integer>>> numbers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                final int first = i * 500;
                numbers.add(threads.submit(() -> {
                    final Integer[] found = new Integer[2_000];
                    begin.await();
                    for (int k = 0; k < found.length; k++) {
                        final int text = (first + k) % found.length;
                        found[text] = dictionary.idOf("T" + text);
                    }
                    return List.of(found);
                }));
            }
            final List<Integer> expected = numbers.get(0).get();
            for (final Future<List<Integer>> each : numbers) {
                assertThat(each.get()).isEqualTo(expected);
            }
            assertThat(expected).doesNotHaveDuplicates().hasSize(2_000);
            assertThat(names.size()).isEqualTo(2_002);
            for (int i = 0; i < 2_000; i++) {
                assertThat(published()).containsEntry((long) expected.get(i), "T" + i);
                i += 100;
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldNotWaitForThePublicationOfAnotherThread() throws Exception {
        final CountDownLatch waiting = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        final AtomicReference<Thread> slow = new AtomicReference<>();
        final TextDictionary symbols = new TextDictionary("venue", names, () -> {
            if (Thread.currentThread() == slow.get()) {
                waiting.countDown();
                try {
                    end.await();
                } catch (final InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }, log::add);
        final ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            final Future<Integer> first = threads.submit(() -> {
                slow.set(Thread.currentThread());
                return symbols.idOf("XNAS");
            });
            waiting.await();

            assertThat(symbols.idOf("XLON")).isEqualTo(3);
            assertThat(symbols.idOf("XNAS")).as("the text that is being published").isEqualTo(2);
            assertThat(first.isDone()).isFalse();
            end.countDown();
            assertThat(first.get()).isEqualTo(2);
        } finally {
            end.countDown();
            threads.shutdownNow();
        }
    }

    @Test
    void shouldPublishATextAgainWhosePublicationFailed() {
        final AtomicInteger failures = new AtomicInteger();
        final TextDictionary symbols = new TextDictionary("venue", names, () -> {
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("no control thread");
            }
        }, log::add);
        failures.set(1);

        assertThatThrownBy(() -> symbols.idOf("XNAS")).isInstanceOf(IllegalStateException.class);
        assertThat(failures.get()).isZero();
        assertThat(symbols.idOf("XNAS")).isEqualTo(2);
        assertThat(failures.get()).as("published").isEqualTo(-1);
        assertThat(symbols.idOf("XNAS")).isEqualTo(2);
        assertThat(failures.get()).as("known").isEqualTo(-1);
    }

    @Test
    void shouldNotTakeATextWithoutMemoryForIt() {
        final AtomicBoolean isFull = new AtomicBoolean();
        final TextDictionary symbols = new TextDictionary("venue", names, () -> {
            if (isFull.get()) {
                throw new OutOfMemoryError("of the test");
            }
        }, log::add);
        isFull.set(true);
        assertThat(symbols.idOf("XNYS")).isEqualTo(TextDictionary.NOT_INTERNED);
        assertThat(symbols.idOf("XNYS")).as("known, and not published").isEqualTo(TextDictionary.NOT_INTERNED);
        assertThat(symbols.notInterned()).isEqualTo(2);

        isFull.set(false);
        assertThat(symbols.idOf("XNAS")).isEqualTo(3);
        assertThat(symbols.idOf("XNYS")).isEqualTo(2);
        assertThat(symbols.notInterned()).isEqualTo(2);
    }

    @Test
    void shouldAllocateNothingForTextsThatCannotBeNames() {
        final CharSequence control = CharBuffer.wrap("AAPL\n");
        final String tooLong = "\u00e4".repeat(200);
        final String unpaired = "A\udc00";

        final long allocated = AllocatedBytes.by(20_000, () -> {
            dictionary.idOf(control);
            dictionary.idOf(tooLong);
            dictionary.idOf(unpaired);
        });

        assertThat(allocated).isZero();
        assertThat(names.size()).isEqualTo(2);
    }

    @Test
    void shouldAllocateNothingForTextsThatAreKnownOrNotTaken() {
        final CharSequence text = CharBuffer.wrap("AAPL.XNAS");
        final String tooLong = "x".repeat(300);
        for (int i = 0; i < TextDictionary.TEXTS_MAX; i++) {
            dictionary.idOf("T" + i);
        }
        assertThat(dictionary.idOf(text)).as("it is full").isEqualTo(TextDictionary.NOT_INTERNED);

        final long allocated = AllocatedBytes.by(20_000, () -> {
            dictionary.idOf("T77");
            dictionary.idOf(text);
            dictionary.idOf(tooLong);
            dictionary.idOf(null);
        });

        assertThat(allocated).isZero();
    }

    private Map<Long, String> published() {
        return names.entries(0).stream().collect(Collectors.toMap(Entry::value, Entry::name));
    }
}
