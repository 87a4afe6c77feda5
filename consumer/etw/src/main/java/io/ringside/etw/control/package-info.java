/**
 * ETW's way to control sessions, for programs that are ported from ETW: operations by number ({@code ControlTrace}),
 * and the parameters of {@code EnableTraceEx2}.
 */
@NullMarked
package io.ringside.etw.control;

import org.jspecify.annotations.NullMarked;
