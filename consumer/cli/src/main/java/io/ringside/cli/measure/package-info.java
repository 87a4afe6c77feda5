/**
 * The command measure: figures of events by group and window.
 */
@NullMarked
package io.ringside.cli.measure;

import org.jspecify.annotations.NullMarked;
