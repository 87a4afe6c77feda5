package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** DuckDB gives the same answers to random questions, from the lines of JSON that are exported. */
class MeasureQuestionsTest {
    private static final int ORDERS = 2_000;
    private static final int QUESTIONS = 50;
    private static final double PRECISION = 1.0 / 1_024;
    private static final Pattern GROUP = Pattern.compile("\"group\":\\{([^}]*)}");
    private static final List<String> OF = List.of("size", "price", "price * size", "size - 300",
            "(price - 5850000) * direction");
    private static final List<String> BY = List.of("event", "direction", "size");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private final long seed = Long.getLong("ringside.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void shouldGiveTheAnswersOfDuckDb() throws IOException, SQLException {
        System.out.println("MeasureQuestionsTest: repeat with -Dringside.seed=" + seed);
        final String recording = recordOrders();
        final Path lines = folder.resolve("orders.jsonl");
        assertThat(run("export", recording, "--as", "jsonl", "--to", lines.toString()).exitCode())
                .isEqualTo(ExitCode.DONE);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("create table orders as select event, fields.size::hugeint as size, "
                    + "fields.price::hugeint as price, fields.direction::hugeint as direction from read_json('" + lines
                    + "') where event is not null");
            for (int i = 0; i < QUESTIONS; i++) {
                ask(statement, recording, OF.get(random.nextInt(OF.size())),
                        BY.stream().filter(name -> random.nextBoolean()).toList(), condition());
            }
        }
    }

    private void ask(final Statement statement, final String recording, final String of, final List<String> by,
            final String where) throws SQLException {
        final String question = "of=" + of + ", by=" + by + ", where=" + where + ", seed=" + seed;
        final Map<String, String> measured = measure(recording, of, by, where);
        final String groups = by.isEmpty() ? "" : String.join(", ", by) + ", ";
        int rows = 0;
        try (ResultSet result = statement
                .executeQuery("select " + groups + "count(*) n, sum(x) s, min(x) low, max(x) high, "
                        + "quantile_disc(x, 0.5) p50, quantile_disc(x, 0.99) p99 from (select *, " + of
                        + " as x from orders where " + where + ")"
                        + (by.isEmpty() ? "" : " group by " + String.join(", ", by)))) {
            while (result.next()) {
                final String row = measured.get(group(result, by));
                if (result.getLong("n") == 0) {
                    continue;
                }
                rows++;
                assertThat(row).as("%s: group=%s", question, group(result, by)).isNotNull();
                assertThat(number(row, "count")).as(question).isEqualByComparingTo(result.getBigDecimal("n"));
                assertThat(number(row, "sum")).as(question).isEqualByComparingTo(result.getBigDecimal("s"));
                assertThat(number(row, "min")).as(question).isEqualByComparingTo(result.getBigDecimal("low"));
                assertThat(number(row, "max")).as(question).isEqualByComparingTo(result.getBigDecimal("high"));
                assertNear(question, row, "p50", result.getBigDecimal("p50"));
                assertNear(question, row, "p99", result.getBigDecimal("p99"));
            }
        }
        assertThat(measured.values().stream().filter(row -> number(row, "count").signum() > 0)).as(question)
                .hasSize(rows);
    }

    private static void assertNear(final String question, final String row, final String key,
            final BigDecimal expected) {
        assertThat(number(row, key).doubleValue()).as("%s: %s", question, key).isCloseTo(expected.doubleValue(),
                within(Math.abs(expected.doubleValue()) * PRECISION));
    }

    private Map<String, String> measure(final String recording, final String of, final List<String> by,
            final String where) {
        final List<String> words = new ArrayList<>(
                List.of("measure", recording, "--of", of, "--where", where, "--format",
                        "json"));
        if (!by.isEmpty()) {
            words.addAll(List.of("--by", String.join(",", by)));
        }
        final ProgramRun run = run(words.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.DONE);
        final Map<String, String> rows = new HashMap<>();
        for (final String row : run.out()) {
            final Matcher group = GROUP.matcher(row);
            assertThat(rows.put(group.find() ? group.group(1) : "", row)).as("two rows of a group: %s", row).isNull();
        }
        return rows;
    }

    private static String group(final ResultSet result, final List<String> by) throws SQLException {
        final List<String> parts = new ArrayList<>();
        for (final String name : by) {
            parts.add('"' + name + "\":" + (name.equals("event")
                    ? '"' + result.getString(name) + '"'
                    : result.getString(name)));
        }
        return String.join(",", parts);
    }

    private static BigDecimal number(final String row, final String key) {
        final Matcher value = Pattern.compile('"' + key + "\":(-?[0-9.Ee+-]+)").matcher(row);
        assertThat(value.find()).as("%s in %s", key, row).isTrue();
        return new BigDecimal(value.group(1));
    }

    private String condition() {
        final List<String> parts = new ArrayList<>(List.of("size > 0"));
        if (random.nextBoolean()) {
            parts.add("size > " + random.nextInt(500));
        }
        if (random.nextBoolean()) {
            parts.add("direction = " + (random.nextBoolean() ? 1 : -1));
        }
        if (random.nextBoolean()) {
            parts.add("(price < " + (5_850_000 + random.nextInt(100) * 100) + " or size - 100 > "
                    + random.nextInt(300) + ")");
        }
        return String.join(" and ", parts);
    }

    private String recordOrders() throws IOException {
        final String lines = Stream.generate(() -> "").limit(ORDERS).map(nothing -> String.format(Locale.ROOT,
                "34200.%03d,%d,%d,%d,%d,%d%n", 0, random.nextInt(5) + 1, random.nextInt(1_000), random.nextInt(500) + 1,
                5_850_000 + random.nextInt(100) * 100, random.nextBoolean() ? 1 : -1)).collect(Collectors.joining());
        final Path file = Files.writeString(folder.resolve("flow.csv"), lines);
        run("start", "flight", "--overflow", "drop-oldest", "--lanes", "4", "--lane-size", "1m");
        run("enable", "flight", "Orders");
        assertThat(run("emit", "--provider", "Orders", "--csv", file.toString(), "--speed", "100").exitCode())
                .isEqualTo(ExitCode.DONE);
        final String recording = folder.resolve("recording").toString();
        assertThat(run("snapshot", "flight", "--to", recording).exitCode()).isEqualTo(ExitCode.DONE);
        return recording;
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
