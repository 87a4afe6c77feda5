/** Commands that ship recordings to other hosts, and receive them. Each command runs on one thread. */
@NullMarked
package io.ringside.cli.ship;

import org.jspecify.annotations.NullMarked;
