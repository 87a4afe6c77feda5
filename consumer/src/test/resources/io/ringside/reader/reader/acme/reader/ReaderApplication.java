package acme.reader;

import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.reader.counter.CounterQuery;
import java.nio.file.Path;

/** Reads a recording, a session that runs, and a counter. */
public final class ReaderApplication {
    public static void main(String[] args) {
        try (EventReader recording = EventReader.open(Source.recording(Path.of(args[0])))) {
            while (recording.poll(event -> System.out.println("recorded=" + event.eventName())) > 0) {
                Thread.onSpinWait();
            }
            recording.deliverRest(event -> System.out.println("recorded=" + event.eventName()));
        }
        try (EventReader live = EventReader.open(new ReaderContext().eventLimit(1), Source.session(args[1]))) {
            while (!live.isDone()) {
                live.poll(event -> System.out.println("live=" + event.eventName()));
            }
        }
        try (CounterQuery query = CounterQuery.open()) {
            System.out.println("counters=" + query.add("\\Acme Desk\\open").status());
        }
        System.out.println(ReaderApplication.class.getModule().getName() + ' '
                + EventReader.class.getModule().getName());
    }
}
