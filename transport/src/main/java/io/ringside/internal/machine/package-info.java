/**
 * What the machine provides beyond Java: the time-stamp counter as a clock, an asymmetric memory barrier, and the
 * foreign-function calls that both need. Each has a fallback where the JDK or the kernel lacks it.
 */
@NullMarked
package io.ringside.internal.machine;

import org.jspecify.annotations.NullMarked;
