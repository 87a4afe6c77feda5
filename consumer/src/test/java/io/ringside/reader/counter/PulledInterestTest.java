package io.ringside.reader.counter;

import io.ringside.counter.CounterValue;
import io.ringside.internal.counter.RequestFolders;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What providers are told of the items of a query: what all of them want together. */
@Timeout(60)
class PulledInterestTest {
    private QueryFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        fixture = new QueryFixture(folder.resolve("trace"));
        fixture.query.timeoutNs(TimeUnit.SECONDS.toNanos(20));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R7.10 what items want becomes one mask: counters by bits, the name as it was typed, one or many")
    void shouldAskForWhatItemsWant() {
        final Queue<String> masks = new ConcurrentLinkedQueue<>();
        QueryFixture.open(fixture.process, request -> {
            if (request.type() == CounterRequest.Type.COLLECT_DATA) {
                masks.add(mask(request.mask()));
            }
            return CounterCallback.SUCCESS;
        });
        final CounterQuery.Item size = fixture.query.add("Pool(sM?ll*)\\size");
        final CounterQuery.Item free = fixture.query.add("Pool(sM?ll*)\\free");
        fixture.query.collect();
        final CounterQuery.Item other = fixture.query.add("Pool(large)\\free");
        fixture.query.collect();
        fixture.query.remove(size);
        fixture.query.remove(free);
        fixture.query.collect();
        fixture.query.remove(other);
        final CounterQuery.Item mean = fixture.query.add("Pool(*)\\mean wait", 7);
        fixture.query.collect();
        fixture.query.remove(mean);
        fixture.query.add("Pool(*)\\*");
        fixture.query.collect();

        assertThat(masks).containsExactly("22 sM?ll* any multiple", "22 * any multiple", "20 large any one",
                "18 * 7 one", "ffffffffffffffff * any multiple");
    }

    @Test
    @DisplayName("an item is told as interest before anything is asked, and taken back when it is removed")
    void shouldTellOfItemsAsLongAsTheyAreThere() {
        final Queue<String> told = new ConcurrentLinkedQueue<>();
        QueryFixture.open(fixture.process, request -> {
            told.add(request.type() + " " + request.mask().instanceMask());
            return CounterCallback.SUCCESS;
        });
        final CounterQuery.Item item = fixture.query.add("Pool(a)\\size");
        assertThat(item.status()).isEqualTo(CounterValue.Status.NO_INSTANCE);
        fixture.query.collect();
        assertThat(told).containsExactly("ADD_COUNTER a", "ENUMERATE_INSTANCES a", "COLLECT_DATA a");
        fixture.query.remove(item);
        QueryFixture.await(() -> told.size() == 4);
        assertThat(told).endsWith("REMOVE_COUNTER a");

        fixture.query.add("Pool(b)\\size");
        fixture.query.add("Other(*)\\size");
        final Queue<String> later = new ConcurrentLinkedQueue<>();
        QueryFixture.open(fixture.newProcess(), request -> {
            later.add(request.type() + " " + request.mask().instanceMask());
            return CounterCallback.SUCCESS;
        });
        fixture.query.collect();
        assertThat(later).containsExactly("ADD_COUNTER b", "COLLECT_DATA b");
        fixture.query.close();
        QueryFixture.await(() -> later.size() == 3 && told.contains("REMOVE_COUNTER b"));
        assertThat(later).endsWith("REMOVE_COUNTER b");
    }

    @Test
    @DisplayName("what is not told of interest is told again, and people hear of it")
    void shouldTellOfInterestAgain() {
        final Queue<CounterRequest.Type> told = new ConcurrentLinkedQueue<>();
        QueryFixture.open(fixture.process, request -> {
            told.add(request.type());
            return CounterCallback.SUCCESS;
        });
        fixture.query.add("Pool(a)\\size");
        final Path folder = fixture.directory.requests(RequestFolders.providers(fixture.directory).get(0));
        final AtomicBoolean isRefused = new AtomicBoolean();
        for (final String name : FolderListing.namesIn(folder)) {
            final RequestFileName request = RequestFileName.parse(name);
            if (request != null && request.kind() == RequestFileName.Kind.REQUEST) {
                // Stands for a refusal: there is an answer where none was to be.
                isRefused.set(folder.resolve(request.answer().toString()).toFile().mkdir());
            }
        }
        assertThat(isRefused).isTrue();
        fixture.query.collect();
        assertThat(fixture.query.problems()).singleElement().asString().contains("request to add counters", "DAMAGED");
        fixture.query.collect();
        assertThat(fixture.query.problems()).isEmpty();
        QueryFixture.await(() -> told.size() == 6);
        assertThat(told).startsWith(CounterRequest.Type.ADD_COUNTER, CounterRequest.Type.ENUMERATE_INSTANCES)
                .containsOnlyOnce(CounterRequest.Type.REMOVE_COUNTER);
    }

    @Test
    @DisplayName("one interest stands for all items of a query, whatever their number, and changes without a gap")
    void shouldHaveOneInterestForAllItems() {
        final Queue<String> told = new ConcurrentLinkedQueue<>();
        QueryFixture.open(fixture.process, request -> {
            told.add(request.type() + " " + request.mask().instanceMask());
            return CounterCallback.SUCCESS;
        });
        final CounterQuery.Item first = fixture.query.add("Pool(a)\\size");
        final CounterQuery.Item second = fixture.query.add("Pool(b)\\size");
        final CounterQuery.Item third = fixture.query.add("Pool(c)\\size");
        fixture.query.remove(first);
        fixture.query.remove(second);
        QueryFixture.await(() -> told.contains("ADD_COUNTER c") && told.contains("REMOVE_COUNTER *"));
        fixture.query.remove(third);
        QueryFixture.await(() -> told.stream().filter(text -> text.startsWith("REMOVE")).count() == 3);
        told.removeIf(text -> text.startsWith("ENUMERATE"));

        assertThat(told).containsExactly("ADD_COUNTER a", "ADD_COUNTER *", "REMOVE_COUNTER a", "ADD_COUNTER c",
                "REMOVE_COUNTER *", "REMOVE_COUNTER c");
    }

    private static String mask(final CounterRequest.Mask mask) {
        return Long.toHexString(mask.counterMask()) + " " + mask.instanceMask() + " "
                + (mask.instanceId() == CounterRequest.Mask.ANY_INSTANCE_ID ? "any" : mask.instanceId()) + " "
                + (mask.collectMultiple() ? "multiple" : "one");
    }
}
