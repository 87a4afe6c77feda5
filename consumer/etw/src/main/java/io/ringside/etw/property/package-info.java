/**
 * Properties of a payload, formatted and described like ETW's trace data helper, and names of Linux tracepoints. A
 * formatter is used by one thread at a time; everything else is immutable.
 */
@NullMarked
package io.ringside.etw.property;

import org.jspecify.annotations.NullMarked;
