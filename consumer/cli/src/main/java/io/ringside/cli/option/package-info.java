/**
 * Options and arguments that several commands share: where events are read from, which ones are selected, and how
 * providers, keywords and times are typed.
 */
@NullMarked
package io.ringside.cli.option;

import org.jspecify.annotations.NullMarked;
