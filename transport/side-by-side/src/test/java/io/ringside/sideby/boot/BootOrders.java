package io.ringside.sideby.boot;

import io.ringside.provider.Ringside;
import io.ringside.sideby.orders.OrderDesk;
import java.io.IOException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application of Spring Boot that sells, with what the starter has configured. */
@Configuration
@EnableAutoConfiguration
public class BootOrders {
    /** For Spring. */
    public BootOrders() {
        // It has no state.
    }

    /** The shop, closed with the application. */
    @Bean
    public OrderDesk orderDesk(final Ringside ringside) {
        return new OrderDesk("boot", ringside);
    }

    /** Serves until its input ends. */
    public static void main(final String[] args) throws IOException {
        try (ConfigurableApplicationContext context = SpringApplication.run(BootOrders.class, args)) {
            context.getBean(OrderDesk.class).serve();
        }
    }
}
