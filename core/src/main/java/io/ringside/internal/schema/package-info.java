/**
 * The binary encoding of schemas and the text forms of field values. Internal. Encoders, decoders and appenders are not
 * thread-safe; everything else is immutable.
 */
@NullMarked
package io.ringside.internal.schema;

import org.jspecify.annotations.NullMarked;
