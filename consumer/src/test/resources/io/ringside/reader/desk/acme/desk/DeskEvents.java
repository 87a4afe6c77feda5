package acme.desk;

import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;

@TraceProvider("Acme.Desk")
interface DeskEvents {
    @TraceEvent(id = 1)
    long quoted(long price);

    boolean quotedEnabled();
}
