/**
 * The slow work of a provider process: attaching to sessions, keeping lanes ahead of need, autostart, and ending.
 * <p>
 * One control thread per runtime owns everything here; it runs no user code and no writer ever waits for it. It notices
 * changes in the rows' folder, and informs writers through the enable masks of events and the table of sessions. Its
 * steps, and the state that a crash after each step leaves: {@code transport/docs/protocols.md}.
 */
@NullMarked
package io.ringside.internal.agent;

import org.jspecify.annotations.NullMarked;
