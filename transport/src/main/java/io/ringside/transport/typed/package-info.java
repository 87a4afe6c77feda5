/**
 * What classes that are generated for typed events extend: the registration of a provider. They write with
 * {@link io.ringside.transport.write.ShortPayload} and {@link io.ringside.transport.write.TypedWrite}. And what those
 * for typed counters extend: a counter set, and an instance of it. Applications use the generated classes.
 */
@NullMarked
package io.ringside.transport.typed;

import org.jspecify.annotations.NullMarked;
