package io.ringside.cli.demo;

/** What a process of the demo does. */
enum DemoRole {
    /** Writes order flow. Numbers: attempted, written, lost, disabled. */
    PROVIDER,
    /** Starts, enables, queries and stops. Numbers: wanted, delivered, lost. */
    CONTROLLER,
    /** Is given events and gaps. Numbers: events, lost. */
    CONSUMER
}
