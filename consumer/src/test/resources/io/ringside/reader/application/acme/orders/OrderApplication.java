package acme.orders;

import io.ringside.provider.Ringside;
import io.ringside.write.WriteResult;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes three events for a session that wants them before it starts; waits for that as many milliseconds as told. */
public final class OrderApplication {
    public static void main(String[] args) throws InterruptedException {
        try (Ringside ringside = Ringside.connect();
                OrderEventsProvider events = OrderEventsProvider.register(ringside)) {
            for (int i = 0; i < Integer.parseInt(args[0]) / 10 && !events.acceptedEnabled(); i++) {
                Thread.sleep(10);
            }
            for (int id = 1; id <= 3 && events.acceptedEnabled(); id++) {
                final UnsafeBuffer tag = new UnsafeBuffer(new byte[] {7});
                final Order.Side side = id == 2 ? Order.Side.SELL : Order.Side.BUY;
                final long result = events.accepted(new Order(id, 100 * id, side, tag), "ACME");
                System.out.println("written=" + WriteResult.written(result));
            }
            System.out.println(OrderApplication.class.getModule().getName() + ' '
                    + Ringside.class.getModule().getName());
        }
    }
}
