package acme.reader;

import io.ringside.reader.ConsumerContext;
import io.ringside.reader.RecordingConsumer;
import io.ringside.reader.RecordingContext;
import io.ringside.reader.SessionConsumer;
import io.ringside.reader.counter.CounterQuery;
import io.ringside.internal.files.TraceDirectory;
import java.nio.file.Path;

/** Reads a recording, a session that runs, and a counter. */
public final class ReaderApplication {
    public static void main(String[] args) {
        try (RecordingConsumer recording = RecordingConsumer.open(new RecordingContext(Path.of(args[0]),
                event -> System.out.println("recorded=" + event.eventName())))) {
            while (recording.doWork() > 0) {
                Thread.onSpinWait();
            }
            recording.deliverRest();
        }
        try (SessionConsumer live = SessionConsumer.open(new ConsumerContext(TraceDirectory.open(), args[1],
                event -> System.out.println("live=" + event.eventName())).eventLimit(1))) {
            while (!live.isDone()) {
                live.doWork();
            }
        }
        try (CounterQuery query = new CounterQuery(TraceDirectory.open())) {
            System.out.println("counters=" + query.add("\\Acme Desk\\open").status());
        }
        System.out.println(ReaderApplication.class.getModule().getName() + ' '
                + RecordingConsumer.class.getModule().getName());
    }
}
