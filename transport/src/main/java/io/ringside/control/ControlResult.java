package io.ringside.control;

import java.util.Optional;

/**
 * What a numbered operation on a session has come to. Immutable.
 *
 * @param status of the session after it: of a session that has ended, its last
 * @param stop   for {@link SessionOperation#STOP}: how far the end has come
 * @param flush  for {@link SessionOperation#FLUSH} and {@link SessionOperation#INCREMENT_FILE}: how far the drain has
 *               come
 */
public record ControlResult(SessionStatus status, Optional<StopResult> stop, Optional<FlushResult> flush) {}
