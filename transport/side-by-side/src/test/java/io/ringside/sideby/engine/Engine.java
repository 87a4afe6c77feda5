package io.ringside.sideby.engine;

import io.ringside.sideby.matching.Matching;
import io.ringside.sideby.orders.OrderDesk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** An application that uses an Agrona of its own, and Ringside. */
public final class Engine {
    private Engine() {}

    /** Sells and matches until its input ends. */
    public static void main(final String[] args) throws IOException {
        final Matching matching = new Matching();
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (OrderDesk desk = new OrderDesk("engine")) {
            System.out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                final long order = Long.parseLong(line);
                System.out.println(desk.sell(order) + ", " + matching.match(order));
            }
        }
    }
}
