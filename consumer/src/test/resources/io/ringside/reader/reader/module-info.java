module acme.reader {
    requires io.ringside.consumer;
    requires io.ringside.transport;
}
