/**
 * Single properties of a payload, formatted and described as ETW's trace data helper does, and the names of Linux
 * tracepoints. A formatter belongs to one thread; everything else is immutable.
 */
@NullMarked
package io.ringside.etw.property;

import org.jspecify.annotations.NullMarked;
