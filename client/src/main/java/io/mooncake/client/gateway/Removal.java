package io.mooncake.client.gateway;

/**
 * What a remove of every object, or of every match of a pattern, did.
 *
 * @param removedCount objects removed
 * @param leasedCount objects kept because a reader holds a lease
 * @param incompleteCount objects kept because they are being written
 */
public record Removal(long removedCount, long leasedCount, long incompleteCount) {}
