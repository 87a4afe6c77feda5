/** Connects a Spring Boot application to a trace directory. */
module io.ringside.spring {
    requires transitive io.ringside.transport;
    requires spring.beans;
    requires spring.boot.autoconfigure;
    requires spring.context;
    requires spring.core;
    requires static io.ringside.micrometer;
    requires static micrometer.core;
    requires static org.jspecify;

    exports io.ringside.spring;

    opens io.ringside.spring to spring.beans, spring.context, spring.core;
}
