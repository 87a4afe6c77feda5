/** The carrier that ships recordings from host to host with Aeron's Archive. */
module io.ringside.ship.aeron {
    requires io.ringside.consumer;
    requires io.aeron.archive;
    requires io.aeron.client;
    requires io.aeron.driver;
    requires static org.jspecify;

    provides io.ringside.internal.ship.ShipCarrier with io.ringside.internal.ship.aeron.AeronCarrier;
}
