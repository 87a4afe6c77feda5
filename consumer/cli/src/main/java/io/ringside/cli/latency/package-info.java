/**
 * The command latency: percentiles of the time between two events.
 */
@NullMarked
package io.ringside.cli.latency;

import org.jspecify.annotations.NullMarked;
