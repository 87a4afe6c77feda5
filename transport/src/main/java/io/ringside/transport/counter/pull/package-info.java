/**
 * Counters that a provider gives when it is asked: the callback of a counter set, the requests by which readers in
 * other processes reach it, and their answers.
 * <p>
 * A request is a small file that stands in a folder of the provider's process for as long as it is meant; the answer is
 * another one beside it. {@link io.ringside.transport.counter.pull.RequestServer} has a thread that looks at the folder
 * and runs no code of the application; callbacks run on threads of their own, those of different askers at the same
 * time. {@link io.ringside.transport.counter.pull.CounterAsker} is for one thread.
 */
@NullMarked
package io.ringside.transport.counter.pull;

import org.jspecify.annotations.NullMarked;
