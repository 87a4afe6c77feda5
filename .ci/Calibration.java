import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A fixed amount of work for one processor. Times of a build, divided by its time in the same run, can be compared between
 * machines. It prints the seconds that it took.
 */
public class Calibration {
    private static final int ROUNDS = 72;
    private static final int NUMBERS = 1_000_000;

    public static void main(final String[] args) {
        final long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            final long[] numbers = new SplittableRandom(round).longs(NUMBERS).toArray();
            Arrays.sort(numbers);
            final Map<String, Integer> names = new HashMap<>();
            for (int i = 0; i < NUMBERS; i += 16) {
                names.merge("name" + (numbers[i] >>> 50), 1, Integer::sum);
            }
            sum += names.size() + numbers[NUMBERS / 2];
        }
        System.err.println("checksum: " + sum);
        System.out.printf(java.util.Locale.ROOT, "%.2f%n", (System.nanoTime() - begin) / 1e9);
    }
}
