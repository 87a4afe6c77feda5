package io.ringside.proof;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A condition on a payload as text, and what it means (R4.44).
 *
 * @param text   in the language of expressions
 * @param fields that it looks at
 * @param holds  whether an event meets it; one without a field neither meets a comparison with it nor fails
 * @param fails  whether an event meets its opposite
 */
record ModelCondition(String text, Set<String> fields, Predicate<ModelWrite> holds, Predicate<ModelWrite> fails) {
    /** Texts of payloads. */
    static final List<String> WORDS = List.of("ab", "ba", "abc", "cab", "x");
    /** Prices of payloads are smaller, and larger than its opposite. */
    static final int PRICE_BOUND = 8;
    private static final int DEPTH_MAX = 2;

    /** Some condition. */
    static ModelCondition random(final Random random) {
        return random(random, DEPTH_MAX);
    }

    private static ModelCondition random(final Random random, final int depth) {
        final int choice = depth == 0 ? 9 : random.nextInt(10);
        if (choice < 3) {
            final ModelCondition one = random(random, depth - 1);
            return new ModelCondition("not (" + one.text + ")", one.fields, /* holds= */one.fails,
                    /* fails= */one.holds);
        }
        if (choice < 6) {
            final ModelCondition one = random(random, depth - 1);
            final ModelCondition other = random(random, depth - 1);
            final Set<String> both = new TreeSet<>(one.fields);
            both.addAll(other.fields);
            return choice == 3
                    ? new ModelCondition("(" + one.text + " and " + other.text + ")", both, one.holds.and(other.holds),
                            one.fails.or(other.fails))
                    : new ModelCondition("(" + one.text + " or " + other.text + ")", both, one.holds.or(other.holds),
                            one.fails.and(other.fails));
        }
        return switch (random.nextInt(5)) {
            case 0 -> ofNumber(1 + random.nextInt(3));
            case 1, 2 -> ofText(random);
            default -> ofPrice(random);
        };
    }

    private static ModelCondition ofNumber(final int divisor) {
        return comparison("number % " + divisor, ModelEvent.NUMBER,
                write -> write.number() / divisor * divisor == write.number());
    }

    private static ModelCondition ofPrice(final Random random) {
        final int value = random.nextInt(2 * PRICE_BOUND) - PRICE_BOUND;
        final int width = random.nextInt(PRICE_BOUND);
        final int divisor = 1 + random.nextInt(4);
        final String range = " between " + value + " and " + (value + width);
        return switch (random.nextInt(9)) {
            case 0 -> price("= " + value, write -> write.price() == value);
            case 1 -> price("!= " + value, write -> write.price() != value);
            case 2 -> price("<= " + value, write -> write.price() <= value);
            case 3 -> price("> " + value, write -> write.price() > value);
            case 4 -> price("< " + value, write -> write.price() < value);
            case 5 -> price(">= " + value, write -> write.price() >= value);
            case 6 -> price(range, write -> write.price() >= value && write.price() <= value + width);
            case 7 -> price("not" + range, write -> write.price() < value || write.price() > value + width);
            default -> price("modulo " + divisor, write -> write.price() / divisor * divisor == write.price());
        };
    }

    private static ModelCondition ofText(final Random random) {
        final String part = WORDS.get(random.nextInt(WORDS.size()));
        final String word = "\"" + (random.nextBoolean() ? part.toUpperCase(Locale.ROOT) : part) + "\"";
        return switch (random.nextInt(4)) {
            case 0 -> text("contains " + word, write -> write.text().contains(part));
            case 1 -> text("not contains " + word, write -> !write.text().contains(part));
            case 2 -> text("is " + word, write -> write.text().equals(part));
            default -> text("is not " + word, write -> !write.text().equals(part));
        };
    }

    private static ModelCondition price(final String rest, final Predicate<ModelWrite> holds) {
        return comparison("price " + rest, ModelEvent.PRICE, holds);
    }

    private static ModelCondition text(final String rest, final Predicate<ModelWrite> holds) {
        return comparison("text " + rest, ModelEvent.TEXT, holds);
    }

    private static ModelCondition comparison(final String text, final String field,
            final Predicate<ModelWrite> holds) {
        final Predicate<ModelWrite> isThere = write -> write.event().fieldNames().contains(field);
        return new ModelCondition(text, Set.of(field), isThere.and(holds), isThere.and(holds.negate()));
    }

    /** A word in a payload. */
    static String word(final Random random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    /** Whether an event has all the fields. */
    boolean fits(final ModelEvent event) {
        return event.fieldNames().containsAll(fields);
    }
}
