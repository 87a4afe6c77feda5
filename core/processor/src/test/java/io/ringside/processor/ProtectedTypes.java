package io.ringside.processor;

/** Has a type that other packages see only from within classes that extend this one. */
public class ProtectedTypes {
    /** An enum. */
    protected enum Side {
        BUY, SELL
    }
}
