package io.ringside.sideby.osgi;

import io.ringside.sideby.orders.OrderDesk;
import java.util.function.LongFunction;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** A bundle that sells: it registers a service of a type that the JDK has. */
public final class OrdersActivator implements BundleActivator {
    private OrderDesk desk;

    /** For the framework. */
    public OrdersActivator() {
        // It is started afterwards.
    }

    @Override
    public void start(final BundleContext context) {
        desk = new OrderDesk("bundle");
        final LongFunction<String> service = desk::sell;
        context.registerService(LongFunction.class.getName(), service, null);
    }

    @Override
    public void stop(final BundleContext context) {
        desk.close();
    }
}
