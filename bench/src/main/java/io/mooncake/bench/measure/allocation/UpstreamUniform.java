package io.mooncake.bench.measure.allocation;

import java.util.List;

/**
 * What upstream's allocator reached with one size, recorded once on a machine of this kind.
 *
 * @param sizeBytes length of every allocation
 * @param averageUtilisation mean share of the pool in use
 * @param leastUtilisation least share of the pool in use
 * @param nanos nanoseconds per allocation, what it frees included
 */
record UpstreamUniform(long sizeBytes, double averageUtilisation, double leastUtilisation, double nanos) {

    private static final List<UpstreamUniform> ALL = List.of(
            new UpstreamUniform(15, 1.0000, 1.0000, 609),
            new UpstreamUniform(28, 1.0000, 1.0000, 494),
            new UpstreamUniform(32, 1.0000, 1.0000, 512),
            new UpstreamUniform(35, 0.9722, 0.9722, 471),
            new UpstreamUniform(49, 0.9423, 0.9423, 473),
            new UpstreamUniform(111, 0.9911, 0.9911, 442),
            new UpstreamUniform(115, 0.9583, 0.9583, 411),
            new UpstreamUniform(128, 1.0000, 1.0000, 434),
            new UpstreamUniform(140, 0.9722, 0.9722, 426),
            new UpstreamUniform(145, 0.9062, 0.9062, 398),
            new UpstreamUniform(460, 0.9583, 0.9583, 315),
            new UpstreamUniform(495, 0.9668, 0.9668, 364),
            new UpstreamUniform(512, 1.0000, 1.0000, 303),
            new UpstreamUniform(529, 0.9184, 0.9184, 306),
            new UpstreamUniform(563, 0.9774, 0.9774, 334),
            new UpstreamUniform(1843, 0.9599, 0.9599, 413),
            new UpstreamUniform(2031, 0.9917, 0.9917, 447),
            new UpstreamUniform(2048, 1.0000, 1.0000, 405),
            new UpstreamUniform(2065, 0.8963, 0.8963, 408),
            new UpstreamUniform(2252, 0.9774, 0.9774, 409),
            new UpstreamUniform(7372, 0.9599, 0.9599, 355),
            new UpstreamUniform(8175, 0.9979, 0.9979, 363),
            new UpstreamUniform(8192, 1.0000, 1.0000, 330),
            new UpstreamUniform(8209, 0.8907, 0.8907, 303),
            new UpstreamUniform(9011, 0.9778, 0.9778, 323),
            new UpstreamUniform(29_491, 0.9600, 0.9600, 135),
            new UpstreamUniform(32_751, 0.9995, 0.9995, 131),
            new UpstreamUniform(32_768, 1.0000, 1.0000, 110),
            new UpstreamUniform(32_785, 0.8893, 0.8893, 87),
            new UpstreamUniform(36_044, 0.9778, 0.9778, 91),
            new UpstreamUniform(117_964, 0.9600, 0.9600, 65),
            new UpstreamUniform(131_055, 0.9999, 0.9999, 64),
            new UpstreamUniform(131_072, 1.0000, 1.0000, 61),
            new UpstreamUniform(131_089, 0.8890, 0.8890, 60),
            new UpstreamUniform(144_179, 0.9777, 0.9777, 61),
            new UpstreamUniform(471_859, 0.9600, 0.9600, 56),
            new UpstreamUniform(524_271, 1.0000, 1.0000, 58),
            new UpstreamUniform(524_288, 1.0000, 1.0000, 54),
            new UpstreamUniform(524_305, 0.8887, 0.8887, 56),
            new UpstreamUniform(576_716, 0.9775, 0.9775, 56),
            new UpstreamUniform(1_887_436, 0.9598, 0.9598, 57),
            new UpstreamUniform(2_097_135, 1.0000, 1.0000, 55),
            new UpstreamUniform(2_097_152, 1.0000, 1.0000, 56),
            new UpstreamUniform(2_097_169, 0.8887, 0.8887, 54),
            new UpstreamUniform(2_306_867, 0.9775, 0.9775, 56),
            new UpstreamUniform(7_549_747, 0.9598, 0.9598, 55),
            new UpstreamUniform(8_388_591, 1.0000, 1.0000, 54),
            new UpstreamUniform(8_388_608, 1.0000, 1.0000, 59),
            new UpstreamUniform(8_388_625, 0.8867, 0.8867, 57),
            new UpstreamUniform(9_227_468, 0.9754, 0.9754, 54),
            new UpstreamUniform(30_198_988, 0.9563, 0.9563, 56),
            new UpstreamUniform(33_554_415, 1.0000, 1.0000, 55),
            new UpstreamUniform(33_554_432, 1.0000, 1.0000, 54),
            new UpstreamUniform(33_554_449, 0.8750, 0.8750, 56),
            new UpstreamUniform(36_909_875, 0.9625, 0.9625, 56));

    static UpstreamUniform of(long sizeBytes) {
        for (UpstreamUniform figure : ALL) {
            if (figure.sizeBytes == sizeBytes) {
                return figure;
            }
        }
        throw new IllegalArgumentException("nothing recorded for " + sizeBytes + " B");
    }
}
