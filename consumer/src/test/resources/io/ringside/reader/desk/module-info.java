module acme.desk {
    requires io.ringside.transport;
}
