/**
 * The command export.
 */
@NullMarked
package io.ringside.cli.export;

import org.jspecify.annotations.NullMarked;
