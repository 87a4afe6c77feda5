/**
 * The commands export and sql.
 */
@NullMarked
package io.ringside.cli.export;

import org.jspecify.annotations.NullMarked;
