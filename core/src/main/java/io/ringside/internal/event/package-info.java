/**
 * Byte layouts of ETW's headers and identifiers, and the copying of payloads. Internal. Stateless, except for encoders,
 * which are not thread-safe.
 */
@NullMarked
package io.ringside.internal.event;

import org.jspecify.annotations.NullMarked;
