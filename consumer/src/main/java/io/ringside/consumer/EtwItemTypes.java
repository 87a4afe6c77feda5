package io.ringside.consumer;

import io.ringside.event.ExtendedItemType;
import io.ringside.transport.lane.ExtendedItemDescriptor;

/** How ETW numbers the items of our records. Stateless. */
final class EtwItemTypes {
    private EtwItemTypes() {}

    /** ETW's type of an item; 0 if ETW has none of the kind. */
    static int of(final int type) {
        return switch (type) {
            case ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY -> ExtendedItemType.RELATED_ACTIVITY_ID;
            case ExtendedItemDescriptor.TYPE_INSTANCE -> ExtendedItemType.INSTANCE_INFO;
            case ExtendedItemDescriptor.TYPE_STACK -> ExtendedItemType.STACK_TRACE;
            case ExtendedItemDescriptor.TYPE_EVENT_KEY -> ExtendedItemType.EVENT_KEY;
            case ExtendedItemDescriptor.TYPE_PROCESS_START_KEY -> ExtendedItemType.PROCESS_START_KEY;
            default -> 0;
        };
    }
}
