/** Allocators and event loops of Netty as counter sets. */
@NullMarked
package io.ringside.bridge.netty;

import org.jspecify.annotations.NullMarked;
