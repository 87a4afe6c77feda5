package io.ringside.reader;

import io.ringside.typed.RelatedActivity;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import java.util.UUID;

/** Events with a long part of constant length, around the bound at which an event is claimed. */
@TraceProvider("Example-Fixed")
interface FixedEvents {
    /** 64 bytes. */
    record Quad(UUID first, UUID second, UUID third, UUID fourth) {}

    /** One byte less. */
    record Odd(UUID first, UUID second, UUID third, long fourth, int fifth, short sixth, byte seventh) {}

    /** 255 bytes, the most that are laid out. */
    @TraceEvent(id = 1)
    long laidOut(Quad first, Quad second, Quad third, Odd fourth);

    /** 256 bytes, the least that are claimed. */
    @TraceEvent(id = 2)
    long claimed(Quad first, Quad second, Quad third, Quad fourth);

    /** 272 bytes. */
    @TraceEvent(id = 3)
    long longer(Quad first, Quad second, Quad third, Quad fourth, UUID fifth);

    /** A short head before what makes it long. */
    @TraceEvent(id = 4)
    long numbers(long number, UUID id, long[] values);

    /** The longest head that is laid out before an array of bytes at the end. */
    @TraceEvent(id = 5)
    long tailed(Quad first, Quad second, Quad third, Odd fourth, byte[] bytes);

    /** A head that is claimed with the array of bytes behind it. */
    @TraceEvent(id = 6)
    long headed(Quad first, Quad second, Quad third, Quad fourth, byte[] bytes);

    @TraceEvent(id = 7)
    long related(Quad first, Quad second, Quad third, Quad fourth, @RelatedActivity UUID activity);

    @TraceEvent(id = 8)
    long relatedText(CharSequence text, @RelatedActivity UUID activity);

    /** Returns nothing. */
    @TraceEvent(id = 9)
    void silent(Quad first, Quad second, Quad third, Quad fourth, long[] values);
}
