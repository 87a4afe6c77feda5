package io.ringside.cli;

import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The live page in a real browser. */
@Tag("process")
class ServePageSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern ADDRESS = Pattern.compile("address {2}(http://\\S+)");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldShowAndControlASessionAndTakeNothingOfIt() throws IOException, InterruptedException {
        Browser.require();
        run("start", "other");
        try (ProgramProcess emit = ProgramProcess.start(folder, "emit", "--provider", "Orders", "--rate", "50");
                ProgramProcess serve = ProgramProcess.start(folder, "serve", "--listen", "0")) {
            ProgramProcess.awaitProvider(folder, "Orders");
            await().atMost(PATIENCE).until(() -> !serve.out().isEmpty());
            final Matcher address = ADDRESS.matcher(serve.out().get(0));
            assertThat(address.find()).isTrue();
            try (Browser browser = new Browser(disk, address.group(1), 400)) {
                browser.await("document.getElementById('session').value === 'other'");
                assertThat(browser.evaluate("location.search")).isEmpty();

                browser.evaluate("(document.querySelector('#start input').value = '<b>trading</b>', "
                        + "document.querySelector('#start button').click())");
                browser.await("document.getElementById('session').value === '<b>trading</b>'");
                browser.await("document.querySelector('#providers select') !== null");
                browser.evaluate("(() => { const level = document.querySelector('#providers select'); "
                        + "level.value = 'all'; level.dispatchEvent(new Event('change')); })()");
                browser.await("document.querySelectorAll('#events tr').length > 5");
                assertThat(browser.evaluate("document.querySelector('#events tr').cells[1].textContent"))
                        .isEqualTo("Orders");
                browser.await("document.querySelector('#wanted polyline') !== null");
                assertThat(browser.evaluate("document.querySelectorAll('b:not(li b)').length")).isEqualTo("0");

                browser.evaluate("document.getElementById('pause').click()");
                browser.evaluate("document.querySelector('#events tr').click()");
                assertThat(browser.evaluate("document.getElementById('details').textContent"))
                        .contains("\"provider\": \"Orders\"");
                assertThat(browser.evaluate("document.documentElement.scrollWidth <= 400")).isEqualTo("true");
                final String pictures = System.getProperty("ringside.pictures");
                if (pictures != null) {
                    browser.picture(Path.of(pictures));
                }

                // A form, which has the page's own origin.
                browser.evaluate("document.getElementById('download').click()");
                final Path recording = disk.resolve("ringside.jfr");
                await().atMost(PATIENCE).until(() -> Files.exists(recording) && Files.size(recording) > 0);
                assertThat(new String(Files.readAllBytes(recording), 0, 3, StandardCharsets.US_ASCII)).isEqualTo("FLR");

                browser.evaluate("(document.getElementById('pause').click(), "
                        + "document.querySelector('#filter input').value = 'keyword = 1 and', "
                        + "document.querySelector('#filter button').click())");
                browser.await("document.getElementById('fault').textContent.includes('--where')");
                browser.evaluate("(document.querySelector('#filter input').value = 'sequence < 0', "
                        + "document.querySelector('#filter button').click())");
                browser.await("document.getElementById('fault').hidden");
                assertThat(browser.evaluate("document.querySelectorAll('#events tr').length")).isEqualTo("0");
                assertThat(browser.evaluate("document.getElementById('problem').textContent")).isEmpty();
            }
            run("disable", "<b>trading</b>", "Orders");
            final String ledger = ProgramProcess.lookAt(folder, "<b>trading</b>");
            assertThat(number(ledger, "delivered")).isZero();
            assertThat(number(ledger, "inRing")).isEqualTo(number(ledger, "wanted")).isPositive();
            assertThat(emit.isRunning()).isTrue();
        }
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
