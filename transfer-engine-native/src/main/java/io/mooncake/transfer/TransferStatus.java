package io.mooncake.transfer;

import org.jspecify.annotations.Nullable;

/**
 * Where one request stands. A final status means that the engine touches the caller's memory no more.
 *
 * @param state the state; all but WAITING and PENDING are final
 * @param transferredBytes bytes moved so far, in a failed request the bytes moved before it failed
 * @param writeEffect what a WRITE did to its target; NONE for a READ
 * @param reason why the request did not complete; null when it did or is not final
 * @param detail text for people, with the native error text; empty when there is nothing to say
 */
public record TransferStatus(
        State state,
        long transferredBytes,
        WriteEffect writeEffect,
        @Nullable Reason reason,
        String detail) {

    /** States of a request; names are upstream's. */
    public enum State {
        /** Queued; nothing was sent. */
        WAITING,
        /** On its way. */
        PENDING,
        /** Refused before it started: an argument is wrong. */
        INVALID,
        /** Canceled by the caller. */
        CANCELED,
        /** Every byte moved; a WRITE is acknowledged by its target. */
        COMPLETED,
        /** The deadline passed. */
        TIMEOUT,
        /** Failed; see the reason. */
        FAILED
    }

    /** What is known about the target of a WRITE. */
    public enum WriteEffect {
        /** Not one byte of this request can ever land in the target: never sent, or refused by the target. */
        NONE,
        /** The target has acknowledged every byte. */
        LANDED,
        /** Some bytes may have landed, or may land yet. */
        UNCERTAIN
    }

    /** Why a request did not complete. */
    public enum Reason {
        /** The local memory is on the heap, read-only for a READ, closed, or owned by one thread. */
        LOCAL_MEMORY_UNUSABLE,
        /** The remote segment was opened by another engine. */
        FOREIGN_SEGMENT,
        /** The target does not publish this range. */
        ADDRESS_REFUSED,
        /** No connection to the peer's data port. */
        CONNECT_FAILED,
        /** The connection broke before the outcome was known. */
        CONNECTION_LOST,
        /** The peer's descriptor could not be fetched from its handshake port. */
        DESCRIPTOR_UNAVAILABLE,
        /** The peer answered with bytes that are no answer. */
        PROTOCOL_ERROR,
        /** The peer's descriptor names a protocol that this engine does not speak, or cannot acknowledge a WRITE. */
        UNSUPPORTED_PROTOCOL,
        /** Too many requests wait for this peer. */
        QUEUE_FULL,
        /** The deadline passed. */
        DEADLINE,
        /** The caller canceled the batch. */
        CANCELED,
        /** The engine was closed. */
        ENGINE_CLOSED
    }

    /** Queued. */
    public static final TransferStatus WAITING = new TransferStatus(State.WAITING, 0, WriteEffect.NONE, null, "");

    /** On its way. */
    public static final TransferStatus PENDING = new TransferStatus(State.PENDING, 0, WriteEffect.NONE, null, "");

    /** A non-final or completed status has no reason; every other has one. */
    public TransferStatus {
        boolean bare = state == State.WAITING || state == State.PENDING || state == State.COMPLETED;
        if (bare != (reason == null)) {
            throw new IllegalArgumentException(state + " with reason " + reason);
        }
    }

    /** A completed request of {@code lengthBytes}. */
    public static TransferStatus completed(Opcode opcode, long lengthBytes) {
        WriteEffect effect = opcode == Opcode.WRITE ? WriteEffect.LANDED : WriteEffect.NONE;
        return new TransferStatus(State.COMPLETED, lengthBytes, effect, null, "");
    }

    /** A request refused before it started. */
    public static TransferStatus invalid(Reason reason, String detail) {
        return new TransferStatus(State.INVALID, 0, WriteEffect.NONE, reason, detail);
    }

    /** A failed request. */
    public static TransferStatus failed(Reason reason, String detail, long transferredBytes, WriteEffect effect) {
        return new TransferStatus(State.FAILED, transferredBytes, effect, reason, detail);
    }

    /** Whether nothing changes any more. */
    public boolean isFinal() {
        return state != State.WAITING && state != State.PENDING;
    }

    /** Whether every byte moved. */
    public boolean isCompleted() {
        return state == State.COMPLETED;
    }
}
