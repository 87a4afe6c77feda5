package io.ringside.sample;

import java.util.UUID;

/** What a reader sees of an event. */
record SampleEvent(String text, int payloadLength, UUID activityId) {}
