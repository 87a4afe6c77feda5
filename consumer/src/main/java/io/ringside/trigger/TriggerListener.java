package io.ringside.trigger;

/**
 * Receives what the actions of a trigger have done. Called by the trigger's thread, and by the consumer's for an action
 * that does not end; must not throw.
 */
public interface TriggerListener {
    /**
     * An action was done.
     *
     * @param firing  of the trigger
     * @param outcome what was done
     */
    void onDone(TriggerFiring firing, String outcome);

    /**
     * An action has failed; those after it are tried all the same.
     *
     * @param firing of the trigger
     * @param cause  what it has thrown
     */
    void onFailure(TriggerFiring firing, Throwable cause);
}
