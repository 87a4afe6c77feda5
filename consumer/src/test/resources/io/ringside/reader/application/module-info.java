module acme.orders {
    requires io.ringside.transport;
}
