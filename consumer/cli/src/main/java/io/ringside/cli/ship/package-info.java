/** Commands that send recordings to other machines, and receive them. A command is for one thread. */
@NullMarked
package io.ringside.cli.ship;

import org.jspecify.annotations.NullMarked;
