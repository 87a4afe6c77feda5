/** The JVMs of this machine and the agent in them: {@code processes}, {@code attach} and {@code detach}. */
@NullMarked
package io.ringside.cli.process;

import org.jspecify.annotations.NullMarked;
