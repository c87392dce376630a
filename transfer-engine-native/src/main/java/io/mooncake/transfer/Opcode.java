package io.mooncake.transfer;

/** Direction of a request, seen from the caller. */
public enum Opcode {
    /** From the target into local memory. */
    READ,
    /** From local memory into the target. */
    WRITE
}
