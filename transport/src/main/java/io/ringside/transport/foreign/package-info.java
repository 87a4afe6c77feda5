/**
 * Functions of the system and of our own making, called through the foreign-function API of JDK 22 and newer, which is
 * found by reflection because this library also runs on 17. Links nothing of Agrona. Thread-safe.
 */
@NullMarked
package io.ringside.transport.foreign;

import org.jspecify.annotations.NullMarked;
