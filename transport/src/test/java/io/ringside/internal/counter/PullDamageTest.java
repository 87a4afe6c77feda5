package io.ringside.internal.counter;

import io.ringside.internal.counter.AnswerWriter.Facts;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FileNames.RequestFileName.Kind;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.layout.AnswerDescriptor;
import io.ringside.internal.layout.RequestDescriptor;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever bytes stand in the folder of requests, neither side does more than say so. */
@Timeout(60)
class PullDamageTest {
    private static final CounterRequest.Mask ALL = CounterRequest.Mask.ALL;

    private PullFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new PullFixture(path.resolve("trace"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R7.23 a provider answers, ignores or refuses a damaged request, and goes on with sound ones")
    void shouldSurviveAnyBytesOfARequest() throws IOException {
        final AtomicLong calls = new AtomicLong();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            calls.incrementAndGet();
            request.buffer().add("small", 0, 1, 2, 3);
            return CounterCallback.SUCCESS;
        });
        final Incarnation asker = fixture.asker.join().incarnation();
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final List<RequestFileName> refused = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            final RequestFileName name = new RequestFileName(asker, 1_000 + i, Kind.REQUEST);
            final byte[] damaged = damaged(random, new RequestMessage(name, source.provider(), 0,
                    CounterRequest.Type.COLLECT_DATA.code(), ALL, PullFixture.TIMEOUT_NS).encode());
            put(name, damaged);
            if (damaged.length < RequestDescriptor.HEADER_LENGTH) {
                refused.add(name);
            }
        }
        PullFixture.await(() -> refused.stream().allMatch(name -> Files.exists(fixture.path(name.answer()))));

        assertThat(refused).as("seed=%d", seed).isNotEmpty();
        assertThat(fixture.problems).as("seed=%d", seed).isNotEmpty()
                .allSatisfy(problem -> assertThat(problem).contains("io.ringside.RingsideException"));
        assertThat(fixture.collect(source, ALL)).as("seed=%d", seed).isEqualTo("small 0[1, 2, 3]");
        assertThat(calls.get()).as("seed=%d", seed).isGreaterThan(1);
        fixture.asker.join().close();
        PullFixture.await(() -> fixture.files().isEmpty());
    }

    @Test
    @DisplayName("what is no file, or no name of ours, is not opened; a request of another life is refused")
    void shouldNotOpenWhatIsNoRequest() throws IOException, InterruptedException {
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            request.buffer().add("small", 0, 1, 2, 3);
            return CounterCallback.SUCCESS;
        });
        final Incarnation asker = fixture.asker.join().incarnation();
        final Path fifo = fixture.path(new RequestFileName(asker, 500, Kind.REQUEST));
        new ProcessBuilder("mkfifo", fifo.toString()).inheritIO().start().waitFor();
        final Path link = fixture.path(new RequestFileName(asker, 501, Kind.REQUEST));
        Files.createSymbolicLink(link, Path.of("/dev/zero"));
        Files.createDirectory(fixture.path(new RequestFileName(asker, 502, Kind.REQUEST)));
        try (RandomAccessFile huge = new RandomAccessFile(
                fixture.path(new RequestFileName(asker, 503, Kind.REQUEST)).toFile(), "rw")) {
            huge.setLength(1L << 40);
        }
        Files.createFile(fixture.path(new RequestFileName(asker, 504, Kind.REQUEST)).resolveSibling("foreign"));
        final RequestFileName otherLife = new RequestFileName(asker, 505, Kind.REQUEST);
        put(otherLife, new RequestMessage(otherLife, Incarnation.random(), 0,
                CounterRequest.Type.COLLECT_DATA.code(), ALL, PullFixture.TIMEOUT_NS).encode());

        PullFixture.await(() -> Files.exists(fixture.path(otherLife.answer())));
        assertThat(fixture.collect(source, ALL)).isEqualTo("small 0[1, 2, 3]");
        assertThat(answerStatus(fixture.path(otherLife.answer()))).isEqualTo(AnswerStatus.BAD_REQUEST.code());
        for (int number = 500; number < 504; number++) {
            assertThat(answerStatus(fixture.path(new RequestFileName(asker, number, Kind.ANSWER))))
                    .isEqualTo(AnswerStatus.BAD_REQUEST.code());
        }
    }

    @Test
    @DisplayName("R7.23 whatever the bytes of an answer are, an asker gets a status, or what it has asked for")
    void shouldSurviveAnyBytesOfAnAnswer() throws IOException {
        try (Participant provider = Participant.join(fixture.directory)) {
            final Path folder = fixture.directory.requests(provider.incarnation());
            FileMaker.createFolder(folder);
            final AnswerWriter writer = new AnswerWriter(folder, provider.files());
            final CounterSource source = new CounterSource(provider.incarnation(), 0, PullFixture.SET);
            final long seed = System.nanoTime();
            final Random random = new Random(seed);
            final Map<AnswerStatus, Integer> statuses = new EnumMap<>(AnswerStatus.class);
            for (int i = 0; i < 2_000; i++) {
                try (AskedRequest request = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA,
                        CounterRequest.Mask.of(0xA, "*l*", CounterRequest.Mask.ANY_INSTANCE_ID, true), 1)) {
                    final RequestFileName name = RequestFileName.parse(request.path().getFileName().toString());
                    final AnswerBuffer buffer = new AnswerBuffer(PullFixture.SET, ALL,
                            CounterRequest.Type.COLLECT_DATA);
                    buffer.add("small", 0, 1, 2, 3);
                    buffer.add("huge", 1, 1, 2, 3);
                    buffer.add("large", 2, 1, 2, 3);
                    writer.answer(name, new Facts(0, AnswerStatus.ANSWERED, 0, 1), buffer, buffer.end(), () -> false);
                    final Path answer = folder.resolve(name.answer().toString());
                    if (i > 0) {
                        Files.write(answer, damaged(random, Files.readAllBytes(answer)));
                    }
                    fixture.asker.await(List.of(request), PullFixture.TIMEOUT_NS);
                    statuses.merge(request.status(), 1, Integer::sum);
                    if (request.answer() != null) {
                        assertThat(request.answer().instances()).as("seed=%d", seed)
                                .allSatisfy(instance -> {
                                    assertThat(instance.name()).containsIgnoringCase("l");
                                    assertThat(instance.value(1)).isZero();
                                });
                    }
                    if (i == 0) {
                        assertThat(PullFixture.text(request)).isEqualTo("small 0[1, 0, 3] large 2[1, 0, 3]");
                    }
                }
            }
            assertThat(statuses.keySet()).as("seed=%d, %s", seed, statuses)
                    .contains(AnswerStatus.ANSWERED, AnswerStatus.DAMAGED)
                    .doesNotContain(AnswerStatus.TIMED_OUT, AnswerStatus.PENDING);
            assertThat(FolderListing.namesIn(folder)).isEmpty();
        }
    }

    @Test
    @DisplayName("R7.13 of two instances of one name in an answer, letter case aside, the first counts")
    void shouldLeaveOutTheSecondOfAName() throws IOException {
        try (Participant provider = Participant.join(fixture.directory)) {
            final Path folder = fixture.directory.requests(provider.incarnation());
            FileMaker.createFolder(folder);
            final CounterSource source = new CounterSource(provider.incarnation(), 0, PullFixture.SET);
            final AskedRequest request = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, ALL, 1);
            final RequestFileName name = RequestFileName.parse(request.path().getFileName().toString());
            final AnswerBuffer buffer = new AnswerBuffer(PullFixture.SET, ALL, CounterRequest.Type.COLLECT_DATA);
            buffer.add("pool", 0, 1, 2, 3);
            buffer.add("pooq", 1, 4, 5, 6);
            buffer.add("other", 2, 7, 8, 9);
            final byte[] added = buffer.end();
            // As a writer would leave it for whom these are two names.
            for (int i = 0; i < added.length; i++) {
                added[i] = added[i] == 'q' ? (byte) 'L' : added[i];
            }
            new AnswerWriter(folder, provider.files()).answer(name, new Facts(0, AnswerStatus.ANSWERED, 0, 1), buffer,
                    added, () -> false);
            fixture.asker.await(List.of(request), PullFixture.TIMEOUT_NS);

            assertThat(PullFixture.text(request)).isEqualTo("pool 0[1, 2, 3] other 2[7, 8, 9]");
        }
    }

    @Test
    @DisplayName("R7.23 a damaged answer says what is wrong and where")
    void shouldNameADamagedAnswer() throws IOException {
        try (Participant provider = Participant.join(fixture.directory)) {
            final Path folder = fixture.directory.requests(provider.incarnation());
            FileMaker.createFolder(folder);
            final CounterSource source = new CounterSource(provider.incarnation(), 0, PullFixture.SET);
            final AskedRequest request = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, ALL, 1);
            final Path answer = request.path().resolveSibling(
                    request.path().getFileName().toString().replace(".request", ".answer"));
            Files.write(answer, new byte[300]);
            fixture.asker.await(List.of(request), PullFixture.TIMEOUT_NS);

            assertThat(request.status()).isEqualTo(AnswerStatus.DAMAGED);
            assertThat(request.problem()).contains(answer.toString());
        }
    }

    /** Some bytes are others, or missing, or too many. */
    private static byte[] damaged(final Random random, final byte[] sound) {
        final int kind = random.nextInt(4);
        final byte[] damaged = Arrays.copyOf(sound,
                kind == 0 ? random.nextInt(sound.length) : kind == 1 ? sound.length + 8 : sound.length);
        for (int n = random.nextInt(6); n >= 0 && damaged.length > 0; n--) {
            final int at = random.nextInt(damaged.length);
            damaged[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (damaged[at] ^ 1);
        }
        return damaged;
    }

    private void put(final RequestFileName name, final byte[] bytes) throws IOException {
        final Path staged = fixture.path(name).resolveSibling("staged");
        Files.write(staged, bytes);
        Files.move(staged, fixture.path(name));
    }

    private static int answerStatus(final Path answer) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(answer)).order(ByteOrder.LITTLE_ENDIAN)
                .getInt(AnswerDescriptor.STATUS_OFFSET);
    }
}
