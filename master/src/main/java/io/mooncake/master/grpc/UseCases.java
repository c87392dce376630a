package io.mooncake.master.grpc;

import io.mooncake.master.service.ClusterService;
import io.mooncake.master.service.PutService;
import io.mooncake.master.service.ReadService;
import io.mooncake.master.service.RegexService;
import io.mooncake.master.service.RemoveService;
import io.mooncake.master.service.SegmentService;

/**
 * What the control plane can be asked to do.
 *
 * @param segments segments and liveness
 * @param puts writes
 * @param reads finding objects
 * @param removals removing objects
 * @param regexes finding and removing objects by pattern
 * @param cluster what the cluster holds
 */
public record UseCases(
        SegmentService segments,
        PutService puts,
        ReadService reads,
        RemoveService removals,
        RegexService regexes,
        ClusterService cluster) {}
