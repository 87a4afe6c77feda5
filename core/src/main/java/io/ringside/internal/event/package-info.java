/**
 * Byte layouts of ETW's headers and identifiers, and the copying of payloads. Internal. Stateless, except for encoders,
 * which belong to one thread.
 */
@NullMarked
package io.ringside.internal.event;

import org.jspecify.annotations.NullMarked;
