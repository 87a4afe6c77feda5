/**
 * Options and arguments that several commands share: the sources of events, the selection of events, and the parsing of
 * providers, keywords and times.
 */
@NullMarked
package io.ringside.cli.option;

import org.jspecify.annotations.NullMarked;
