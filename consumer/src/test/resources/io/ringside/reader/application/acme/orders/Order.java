package acme.orders;

import org.agrona.DirectBuffer;

record Order(long id, int size, Side side, DirectBuffer tag) {
    enum Side {
        BUY, SELL
    }
}
