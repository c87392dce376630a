package io.mooncake.master.core;

/**
 * A registered client.
 *
 * @param clientId the client
 * @param suspect silent for a while: nothing is placed on it, nothing is dropped yet
 */
public record ClientReport(ClientId clientId, boolean suspect) {}
