package io.mooncake.client.gateway;

/**
 * Which master answers.
 *
 * @param version of its software, for people
 * @param masterEpoch random per start of the master
 */
public record MasterStatus(String version, long masterEpoch) {}
