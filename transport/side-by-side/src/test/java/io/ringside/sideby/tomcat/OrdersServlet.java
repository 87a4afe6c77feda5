package io.ringside.sideby.tomcat;

import io.ringside.sideby.orders.OrderDesk;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A web application that sells: {@code GET /shop/7}. */
public final class OrdersServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private transient OrderDesk desk;

    @Override
    public void init() {
        desk = new OrderDesk(getServletContext().getContextPath().substring(1));
    }

    @Override
    protected void doGet(final HttpServletRequest request, final HttpServletResponse response) throws IOException {
        response.getWriter().print(desk.sell(Long.parseLong(request.getPathInfo().substring(1))));
    }

    @Override
    public void destroy() {
        desk.close();
    }
}
