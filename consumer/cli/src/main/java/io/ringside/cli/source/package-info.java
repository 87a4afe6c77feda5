/**
 * Where commands read events from: a session, or recordings, with the options that all readers have.
 */
@NullMarked
package io.ringside.cli.source;

import org.jspecify.annotations.NullMarked;
