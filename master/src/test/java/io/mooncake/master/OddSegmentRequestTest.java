package io.mooncake.master;

import static io.mooncake.master.MasterFixture.GIB;
import static io.mooncake.master.MasterFixture.segment;
import static io.mooncake.master.OddRequest.NODE;
import static io.mooncake.master.OddRequest.NODE_BYTES;
import static io.mooncake.master.OddRequest.none;

import io.mooncake.error.ErrorCode;
import io.mooncake.protocol.v1.Failure;
import io.mooncake.protocol.v1.MountSegmentRequest;
import io.mooncake.protocol.v1.ReMountSegmentRequest;
import io.mooncake.protocol.v1.Segment;
import io.mooncake.protocol.v1.UnmountSegmentRequest;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Segments outside their limits. */
@Timeout(60)
final class OddSegmentRequestTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"lengths", "namesAndNumbers"})
    void isRefusedWithFieldAndLimitAndChangesNothing(OddRequest odd) throws Exception {
        odd.isRefusedAndChangesNothing();
    }

    private static Failure mount(MasterFixture master, Segment.Builder segment) {
        return master.stub
                .mountSegment(MountSegmentRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .setSegment(segment)
                        .build())
                .getFailure();
    }

    private static Segment.Builder another() {
        return segment(9, NODE, NODE_BYTES).toBuilder();
    }

    private static Failure remount(MasterFixture master, List<Segment> segments) {
        return master.stub
                .reMountSegment(ReMountSegmentRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .addAllSegments(segments)
                        .build())
                .getFailure();
    }

    static Stream<OddRequest> lengths() {
        ErrorCode code = ErrorCode.INVALID_PARAMS;
        String size = "size_bytes must be from 64 to 17592186044416, is ";
        String base = "base must be a multiple of 1 GiB and not 0, is 0x";
        return Stream.of(
                OddRequest.of(
                        "no segment",
                        master -> none(master.stub.mountSegment(MountSegmentRequest.newBuilder()
                                .setHeader(master.changes(1))
                                .build())),
                        code,
                        "segment is missing"),
                OddRequest.of(
                        "a segment of no bytes",
                        master -> mount(master, another().setSizeBytes(0)),
                        code,
                        size + "0"),
                OddRequest.of(
                        "a segment of negative length",
                        master -> mount(master, another().setSizeBytes(-1)),
                        code,
                        size + "18446744073709551615"),
                OddRequest.of(
                        "a segment of a PiB",
                        master -> mount(master, another().setSizeBytes(1L << 50)),
                        code,
                        size + "1125899906842624"),
                OddRequest.of(
                        "a segment at 0", master -> mount(master, another().setBase(0)), code, base + "0"),
                OddRequest.of(
                        "a segment in between",
                        master -> mount(master, another().setBase(GIB + 1)),
                        code,
                        base + "40000001"),
                OddRequest.of(
                        "a segment beyond the address space",
                        master -> mount(master, another().setBase(-GIB).setSizeBytes(2 * GIB)),
                        code,
                        "base + size_bytes must stay below 2^64, base is 0xffffffffc0000000"),
                OddRequest.of(
                        "a segment over another",
                        master -> mount(master, another().setBase(GIB)),
                        code,
                        "overlap"));
    }

    static Stream<OddRequest> namesAndNumbers() {
        ErrorCode code = ErrorCode.INVALID_PARAMS;
        String text = " must have 1 to 1024 characters, has ";
        return Stream.of(
                OddRequest.of(
                        "a segment without a name",
                        master -> mount(master, another().clearName()),
                        code,
                        "name" + text + "0"),
                OddRequest.of(
                        "a segment with a long name",
                        master -> mount(master, another().setName("n".repeat(1025))),
                        code,
                        "name" + text + "1025"),
                OddRequest.of(
                        "a segment without an endpoint",
                        master -> mount(master, another().clearTeEndpoint()),
                        code,
                        "te_endpoint" + text + "0"),
                OddRequest.of(
                        "a segment that is mounted",
                        master -> mount(master, segment(1, NODE, NODE_BYTES / 2).toBuilder()),
                        ErrorCode.SEGMENT_ALREADY_EXISTS,
                        "is mounted already, with other fields"),
                OddRequest.of(
                        "a segment twice in one call",
                        master -> remount(
                                master, List.of(another().build(), another().build())),
                        code,
                        "segments must name each segment once"),
                OddRequest.of(
                        "too many segments",
                        master -> remount(
                                master,
                                IntStream.range(1, 1026)
                                        .mapToObj(i -> segment(i, NODE, NODE_BYTES))
                                        .toList()),
                        code,
                        "segments of a client must be at most 1024, would be 1025"),
                OddRequest.of(
                        "no segment to take back",
                        master -> none(master.stub.unmountSegment(UnmountSegmentRequest.newBuilder()
                                .setHeader(master.changes(1))
                                .build())),
                        code,
                        "segment_id is missing"));
    }
}
