/**
 * The services of the machine: the time-stamp counter as a clock, an asymmetric memory barrier, the threads of
 * callbacks, and the foreign-function calls that both need. Each has a fallback if the JDK or the kernel lacks it.
 */
@NullMarked
package io.ringside.internal.machine;

import org.jspecify.annotations.NullMarked;
