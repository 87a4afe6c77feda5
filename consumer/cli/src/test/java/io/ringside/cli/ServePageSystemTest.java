package io.ringside.cli;

import io.ringside.activity.ActivityId;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The live page in a real browser. */
@Tag("process")
@Tag("proof")
class ServePageSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String WANTED = "document.querySelector('#ledger dd').textContent";
    /** Two orders are executed, the second one later. */
    private static final String FLOW = """
            34200.00,1,1,10,5853300,1
            34200.00,1,2,10,5853300,1
            34200.10,4,1,10,5853300,1
            34200.30,4,2,10,5853300,1
            34200.30,1,3,10,5853300,1
            """;
    private static final ProviderSchema CALLS = ProviderSchema.builder("Calls")
            .event("called", EventDescriptor.of(1, 4, 1), FieldSchema.of("n", FieldType.INT32)).build();
    private static final Pattern ADDRESS = Pattern.compile("address {2}(http://\\S+)");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldShowAndControlASessionAndTakeNothingOfIt() throws IOException, InterruptedException {
        Browser.require();
        run("start", "other");
        final TraceDirectory directory = TraceDirectory.open(folder.resolve("trace"));
        try (ProgramProcess emit = ProgramProcess.start(folder, "emit", "--provider", "Orders", "--rate", "50");
                Participant participant = Participant.join(directory);
                ProcessCounters counters = ProcessCounters.in(directory, participant.files());
                ProgramProcess serve = ProgramProcess.start(folder, "serve", "--listen", "0")) {
            counters.open(CounterSetSchema.of("Pool", CounterSetSchema.Kind.MULTIPLE,
                    List.of(CounterSchema.of(1, "free", CounterType.LARGE_RAWCOUNT)))).create("small", 1)
                    .counter("free").set(42);
            ProgramProcess.awaitProvider(folder, "Orders");
            try (Browser browser = new Browser(disk, address(serve), 400)) {
                browser.await("document.getElementById('session').value === 'other'");
                assertThat(browser.evaluate("location.search")).isEmpty();

                browser.evaluate("(document.querySelector('#start input').value = '<b>trading</b>', "
                        + "document.querySelector('#start button').click())");
                browser.await("document.getElementById('session').value === '<b>trading</b>'");
                browser.await("document.querySelector('#providers select') !== null");
                browser.evaluate("(() => { const level = document.querySelector('#providers select'); "
                        + "level.value = 'all'; level.dispatchEvent(new Event('change')); })()");
                browser.await("document.querySelectorAll('#events tr').length > 5");
                assertThat(ProgramProcess.lookAt(folder, "<b>trading</b>")).contains("\"overflow\":\"drop-oldest\"");
                assertThat(browser.evaluate("document.getElementById('undrained').hidden")).isEqualTo("true");
                assertThat(browser.evaluate("document.querySelector('#events tr').cells[1].textContent"))
                        .isEqualTo("Orders");
                browser.await(isDrawn("wanted"));
                browser.await("[...document.querySelectorAll('#processes li')].some(each => "
                        + "/RingsideMain.*pid " + emit.pid() + "Java .*up \\d.*Orders.*longest cycle/"
                        + ".test(each.textContent))");
                assertThat(browser.evaluate("document.querySelectorAll('b:not(li b)').length")).isEqualTo("0");

                final long newest = pauseAndOpenAnEventByKeyboard(browser);
                browser.evaluate("(document.querySelector('#counters input').value = 'Pool(*)\\\\*', "
                        + "document.querySelector('#counters button').click())");
                browser.await("document.querySelector('#counter-charts output')?.textContent === '42'");
                assertNarrow(browser);
                picture(browser, "narrow");

                download(browser);
                browser.evaluate("document.getElementById('pause').click()");
                filter(browser, "prise > 3");
                browser.await("document.getElementById('fault').textContent.includes('no event has such a field')");
                filter(browser, "keyword = 1 and");
                browser.await("document.getElementById('fault').textContent.includes('keyword = 1 and')");
                showThree(browser, newest);
                assertThat(browser.evaluate("document.getElementById('problem').textContent")).isEmpty();
            }
            run("disable", "<b>trading</b>", "Orders");
            final String ledger = ProgramProcess.lookAt(folder, "<b>trading</b>");
            assertThat(number(ledger, "delivered")).isZero();
            assertThat(number(ledger, "inRing")).isEqualTo(number(ledger, "wanted")).isPositive();
            assertThat(emit.isRunning()).isTrue();
        }
    }

    @Test
    void shouldShowLatenciesTimelinesLossesAndActivitiesAndTakeASnapshot() throws IOException, InterruptedException {
        Browser.require();
        final Path flow = Files.writeString(disk.resolve("flow.csv"), FLOW);
        run("start", "trading", "--overflow", "drop-oldest");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--csv", flow.toString());
        run("disable", "trading", "Orders");
        run("start", "full", "--lane-size", "64k");
        run("enable", "full", "Orders");
        run("emit", "--provider", "Orders", "--events", "20000");
        run("disable", "full", "Orders");
        run("start", "calls");
        run("enable", "calls", "Calls");
        final UUID activity = UUID.randomUUID();
        writeActivities(activity);
        try (ProgramProcess serve = ProgramProcess.start(folder, "serve", "--listen", "0");
                Browser browser = new Browser(disk, address(serve), 1200)) {
            choose(browser, "trading");
            measureAndShowATimeline(browser);
            final Path snapshot = disk.resolve("snapshot");
            browser.evaluate("(document.getElementById('snapshot').click(), "
                    + "document.querySelector('#snapshot-form input').value = '" + snapshot + "', "
                    + "document.querySelector('#snapshot-form button').click())");
            browser.await("document.getElementById('snapshot-taken').textContent === '5 events'");
            assertThat(run("tail", snapshot.toString()).out()).hasSize(5);
            browser.dark(true);
            picture(browser, "dark");
            browser.dark(false);

            choose(browser, "full");
            browser.await("document.querySelector('#ledger .lost dd') !== null");
            browser.await("document.querySelector('#ledger').textContent.includes('– full')");
            browser.await("/^Nobody reads this session: [1-9][0-9,]* events are lost so far, .*ringside record.*"
                    + "overwrite mode/.test(document.getElementById('undrained').textContent)");
            assertThat(browser.evaluate("getComputedStyle(document.querySelector('#ledger .lost')).color"))
                    .isEqualTo("rgb(204, 34, 34)");
            picture(browser, "light");

            choose(browser, "calls");
            browser.await("document.querySelectorAll('#events tr').length === 4");
            browser.await(
                    "document.getElementById('undrained').textContent.startsWith('Nobody reads this session: all')");
            follow(browser, activity);
            requireThatOnlyLossesAreRed(browser);

            choose(browser, "full");
            run("enable", "full", "Orders");
            try (ProgramProcess emit = ProgramProcess.start(folder, "emit", "--provider", "Orders", "--rate", "1000")) {
                browser.await("/^[1-9][0-9,]* full$/.test(document.getElementById('lost-now').textContent)");
                assertThat(emit.isRunning()).isTrue();
            }
            assertThat(browser.evaluate("document.getElementById('problem').textContent")).isEmpty();
            showCommands(browser);
        }
    }

    /** Returns the number of the newest event but one. */
    private static long pauseAndOpenAnEventByKeyboard(final Browser browser) {
        browser.evaluate("document.getElementById('rows').focus()");
        browser.key("p", "KeyP");
        browser.await("document.getElementById('pause').textContent === 'Continue'");
        browser.await("/^[1-9].* not shown since the pause$/.test(document.getElementById('held').textContent)");
        browser.key("ArrowDown", "ArrowDown");
        browser.key("ArrowDown", "ArrowDown");
        browser.key("Enter", "Enter");
        browser.await("!document.getElementById('details').hidden");
        assertThat(browser.evaluate("document.getElementById('details').textContent"))
                .contains("\"provider\": \"Orders\"");
        final long newest = Long.parseLong(browser.evaluate(
                "JSON.parse(document.getElementById('details').textContent).fields.sequence"));
        browser.key("Escape", "Escape");
        browser.await("document.getElementById('details').hidden");
        browser.key("/", "Slash");
        browser.await("document.activeElement.name === 'where'");
        return newest;
    }

    private static void filter(final Browser browser, final String condition) {
        browser.evaluate("(document.querySelector('#filter input').value = '" + condition + "', "
                + "document.querySelector('#filter button').click())");
    }

    private void download(final Browser browser) throws IOException {
        // A form, which has the page's own origin.
        browser.evaluate("document.getElementById('download').click()");
        final Path recording = disk.resolve("ringside.jfr");
        await().atMost(PATIENCE).until(() -> Files.exists(recording) && Files.size(recording) > 0);
        assertThat(new String(Files.readAllBytes(recording), 0, 3, StandardCharsets.US_ASCII)).isEqualTo("FLR");
    }

    private static void showThree(final Browser browser, final long newest) {
        // Three of the events that the session holds, however many come.
        browser.evaluate("(document.querySelector('#filter input').value = 'sequence > " + (newest - 3)
                + " and sequence <= " + newest + "', document.querySelector('#filter button').click())");
        browser.await("document.getElementById('fault').hidden");
        browser.await("document.querySelectorAll('#events tr').length >= 3");
        for (int more = 0; more < 2; more++) {
            final String wanted = browser.evaluate(WANTED);
            browser.await(WANTED + " !== '" + wanted + "'");
        }
        assertThat(browser.evaluate("document.querySelectorAll('#events tr').length")).isEqualTo("3");
    }

    private static void measureAndShowATimeline(final Browser browser) {
        browser.evaluate("((form) => { form.from.value = 'submitted'; form.to.value = 'executed'; "
                + "form.by.value = 'orderId'; form.from.form.requestSubmit(); })("
                + "document.getElementById('latency').elements)");
        browser.await("document.getElementById('latency-figures').textContent.startsWith('pairs 2')");
        browser.await(isDrawn("latency-chart"));
        browser.evaluate("document.querySelector('#slowest button').click()");
        browser.await("document.querySelectorAll('#timelines tr').length === 2");
        assertThat(browser.evaluate("document.querySelector('#timelines figcaption').textContent"))
                .startsWith("key 2: 2 events in ");
        assertThat(browser.evaluate("document.querySelectorAll('#timelines td')[1].textContent"))
                .isEqualTo("submitted");
    }

    private static void follow(final Browser browser, final UUID activity) {
        browser.evaluate("[...document.querySelectorAll('#events tr')].find(row => "
                + "row.cells[3].textContent === 'n=1').click()");
        browser.evaluate("document.getElementById('follow').click()");
        browser.await("document.querySelector('#filter input').value === 'activityId == " + activity + "'");
        browser.await("document.querySelectorAll('#events tr').length === 2");
        assertThat(browser.evaluate("[...document.querySelectorAll('#events tr')].map(row => "
                + "row.cells[3].textContent).join(' ')")).isEqualTo("n=2 n=1");
        browser.evaluate("document.getElementById('all').click()");
        browser.await("document.querySelectorAll('#events tr').length === 4");
    }

    private static void requireThatOnlyLossesAreRed(final Browser browser) {
        final String gap = "from: 1.7e18, to: 1.7e18";
        final String newest = "[...document.querySelector('#events tr').cells].slice(1).map(cell => cell.textContent)"
                + ".concat(document.querySelector('#events tr').className).join('|')";
        assertThat(browser.evaluate("(showEvent({ lost: 0, cause: 'behind', behind: 7000, " + gap + " }), " + newest
                + ")")).isEqualTo("|not seen|7,000|");
        assertThat(browser.evaluate("(showEvent({ lost: 3, cause: 'full', " + gap + " }), " + newest + ")"))
                .isEqualTo("LOST|full|3|lost");
    }

    /** What can be called, for people. */
    private static void showCommands(final Browser browser) throws IOException {
        browser.evaluate("document.querySelector('header a').click()");
        browser.await("document.querySelectorAll('#commands section').length > 15");
        assertThat(browser.evaluate("((text) => text.includes('namerequired') && text.includes('level'))("
                + "[...document.querySelectorAll('#commands section')].find(each => "
                + "each.textContent.startsWith('POST /api/enable')).textContent)")).isEqualTo("true");
        assertThat(browser.evaluate("document.getElementById('problem').hidden")).isEqualTo("true");
        picture(browser, "commands");
    }

    /** A call of two events with a known id, and two others. */
    private void writeActivities(final UUID activity) {
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace")));
                ProviderRegistration registration = ringside.register(CALLS)) {
            await().atMost(PATIENCE).until(() -> registration.event("called").isEnabled());
            final UnsafeBuffer number = new UnsafeBuffer(new byte[Integer.BYTES]);
            for (int n = 1; n <= 4; n++) {
                ActivityId.set(n <= 2 ? activity : ActivityId.create());
                number.putInt(0, n, ByteOrder.LITTLE_ENDIAN);
                registration.event("called").write(number, 0, Integer.BYTES);
            }
        } finally {
            ActivityId.set(null);
        }
    }

    private static void choose(final Browser browser, final String session) {
        browser.await("[...document.getElementById('session').options].some(each => each.value === '" + session + "')");
        browser.evaluate("((select) => { select.value = '" + session + "'; select.dispatchEvent(new Event('change')); "
                + "})(document.getElementById('session'))");
    }

    /** Whether a chart has a line: some points of its area have about its colour. */
    private static String isDrawn(final String chart) {
        return "((canvas) => { if (canvas === null) return false; "
                + "const points = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data; "
                + "for (let i = 0; i < points.length; i += 4) { if (points[i + 3] > 50 && points[i] < 90 "
                + "&& points[i + 1] - points[i] > 60) return true; } return false; })("
                + "document.querySelector('#" + chart + " canvas'))";
    }

    private static void assertNarrow(final Browser browser) {
        assertThat(browser.evaluate("document.getElementById('snapshot-form').offsetHeight")).isEqualTo("0");
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= 400 ? '' : "
                + "[...document.querySelectorAll('*')].filter(each => each.getBoundingClientRect().right > 400)"
                + ".map(each => each.outerHTML.slice(0, 80)).join(' ')")).isEmpty();
    }

    /** Kept for people where a folder is named. */
    private static void picture(final Browser browser, final String name) throws IOException {
        final String pictures = System.getProperty("ringside.pictures");
        if (pictures != null) {
            browser.picture(Path.of(pictures).resolve(name + ".png"));
        }
    }

    private static String address(final ProgramProcess serve) {
        await().atMost(PATIENCE).until(() -> !serve.out().isEmpty());
        final Matcher address = ADDRESS.matcher(serve.out().get(0));
        assertThat(address.find()).isTrue();
        return address.group(1);
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
