package io.mooncake.client.core;

/** What to do next for a get. */
public sealed interface GetStep {

    /** Nothing, until the next input. */
    record Wait() implements GetStep {}

    /**
     * Read every extent of this replica. Each extent is reported once.
     *
     * @param object what is read
     * @param replica where from
     */
    record Read(ObjectLocation object, ReplicaLocation replica) implements GetStep {}

    /** Stop the reads; each that has no report yet is still reported. */
    record CancelReads() implements GetStep {}

    /**
     * Compare the bytes that were read.
     *
     * @param layout how the object is cut
     * @param checksums what they must sum up to
     */
    record Verify(SliceLayout layout, Checksums checksums) implements GetStep {}

    /**
     * Over.
     *
     * @param result how
     */
    record Finish(GetResult result) implements GetStep {}
}
