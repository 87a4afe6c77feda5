package io.ringside.internal.write;

/**
 * Padding that keeps the preceding objects on the heap off the cache line of the busy word. The fields are bytes, as
 * they begin directly after the object's header: longs would leave a gap, into which the JVM puts a subclass's field.
 */
@SuppressWarnings({"unused", "MultipleVariableDeclarations"})
abstract sealed class BusyWordPadding permits ThreadLanes {
    private byte p000, p001, p002, p003, p004, p005, p006, p007;
    private byte p008, p009, p010, p011, p012, p013, p014, p015;
    private byte p016, p017, p018, p019, p020, p021, p022, p023;
    private byte p024, p025, p026, p027, p028, p029, p030, p031;
    private byte p032, p033, p034, p035, p036, p037, p038, p039;
    private byte p040, p041, p042, p043, p044, p045, p046, p047;
    private byte p048, p049, p050, p051, p052, p053, p054, p055;
    private byte p056, p057, p058, p059, p060, p061, p062, p063;
    private byte p064, p065, p066, p067, p068, p069, p070, p071;
    private byte p072, p073, p074, p075, p076, p077, p078, p079;
    private byte p080, p081, p082, p083, p084, p085, p086, p087;
    private byte p088, p089, p090, p091, p092, p093, p094, p095;
    private byte p096, p097, p098, p099, p100, p101, p102, p103;
    private byte p104, p105, p106, p107, p108, p109, p110, p111;
    private byte p112, p113, p114, p115, p116, p117, p118, p119;
    private byte p120, p121, p122, p123, p124, p125, p126, p127;
}
