package io.ringside.trigger;

/** The action of a trigger when it fires. */
@FunctionalInterface
public interface TriggerAction {
    /**
     * Do it. Called by the trigger's thread; an action that takes longer than the trigger waits for at its end is
     * interrupted.
     *
     * @param firing of the trigger
     * @return what was done, for people, in one line
     * @throws Exception if it fails: the failure is reported, and has no other effect
     */
    String run(TriggerFiring firing) throws Exception;
}
