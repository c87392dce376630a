package io.mooncake.master;

import static io.mooncake.master.MasterFixture.key;
import static io.mooncake.master.OddRequest.KEPT;
import static io.mooncake.master.OddRequest.item;
import static io.mooncake.master.OddRequest.none;

import com.google.protobuf.ByteString;
import io.mooncake.error.ErrorCode;
import io.mooncake.protocol.v1.BatchExistKeyRequest;
import io.mooncake.protocol.v1.BatchGetReplicaListRequest;
import io.mooncake.protocol.v1.BatchPutEndRequest;
import io.mooncake.protocol.v1.BatchPutRevokeRequest;
import io.mooncake.protocol.v1.BatchPutStartRequest;
import io.mooncake.protocol.v1.BatchRemoveRequest;
import io.mooncake.protocol.v1.ExistKeyRequest;
import io.mooncake.protocol.v1.Failure;
import io.mooncake.protocol.v1.GetReplicaListRequest;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutEndRequest;
import io.mooncake.protocol.v1.PutRevokeItem;
import io.mooncake.protocol.v1.PutRevokeRequest;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.PutStartRequest;
import io.mooncake.protocol.v1.RemoveRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys outside their limits through every call that takes one, and batches outside theirs. */
@Timeout(60)
final class OddKeyRequestTest {

    private static ByteString bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return ByteString.copyFrom(bytes);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"keys", "batches"})
    void isRefusedWithFieldAndLimitAndChangesNothing(OddRequest odd) throws Exception {
        odd.isRefusedAndChangesNothing();
    }

    static Stream<OddRequest> keys() {
        Map<ByteString, String> odd = Map.of(
                ByteString.EMPTY,
                "has 0",
                key("x".repeat(4097)),
                "has 4097",
                bytes('a', 0xc3, '('),
                "has 3 that are not well-formed",
                bytes(0xc0, 0x80),
                "has 2 that are not well-formed",
                bytes(0xed, 0xa0, 0x80),
                "has 3 that are not well-formed");
        List<OddRequest> rows = new ArrayList<>();
        odd.forEach((key, has) -> Stream.of(writes(), readsAndRemovals())
                .flatMap(calls -> calls.entrySet().stream())
                .forEach(call -> rows.add(OddRequest.of(
                        call.getKey() + ": a key that " + has,
                        master -> call.getValue().apply(master, key),
                        ErrorCode.INVALID_KEY,
                        "key must have 1 to 4096 bytes of well-formed UTF-8, ",
                        has))));
        return rows.stream();
    }

    private static Map<String, BiFunction<MasterFixture, ByteString, Failure>> writes() {
        return Map.of(
                "PutStart",
                (master, key) -> master.stub
                        .putStart(PutStartRequest.newBuilder()
                                .setHeader(master.changes(1))
                                .setItem(item().setKey(key))
                                .build())
                        .getOutcome()
                        .getFailure(),
                "BatchPutStart",
                (master, key) -> master.stub
                        .batchPutStart(BatchPutStartRequest.newBuilder()
                                .setHeader(master.changes(1))
                                .addItems(item().setKey(key))
                                .build())
                        .getOutcomes(0)
                        .getFailure(),
                "PutEnd",
                (master, key) -> master.stub
                        .putEnd(PutEndRequest.newBuilder()
                                .setHeader(master.changes(1))
                                .setItem(PutEndItem.newBuilder().setKey(key))
                                .build())
                        .getOutcome()
                        .getFailure(),
                "PutRevoke",
                (master, key) -> master.stub
                        .putRevoke(PutRevokeRequest.newBuilder()
                                .setHeader(master.changes(1))
                                .setItem(PutRevokeItem.newBuilder().setKey(key))
                                .build())
                        .getOutcome()
                        .getFailure());
    }

    private static Map<String, BiFunction<MasterFixture, ByteString, Failure>> readsAndRemovals() {
        return Map.of(
                "GetReplicaList",
                (master, key) -> master.stub
                        .getReplicaList(
                                GetReplicaListRequest.newBuilder().setKey(key).build())
                        .getOutcome()
                        .getFailure(),
                "BatchGetReplicaList",
                (master, key) -> master.stub
                        .batchGetReplicaList(BatchGetReplicaListRequest.newBuilder()
                                .addKeys(KEPT)
                                .addKeys(key)
                                .build())
                        .getOutcomes(1)
                        .getFailure(),
                "ExistKey",
                (master, key) -> master.stub
                        .existKey(ExistKeyRequest.newBuilder().setKey(key).build())
                        .getOutcome()
                        .getFailure(),
                "BatchExistKey",
                (master, key) -> master.stub
                        .batchExistKey(BatchExistKeyRequest.newBuilder()
                                .addKeys(KEPT)
                                .addKeys(key)
                                .build())
                        .getOutcomes(1)
                        .getFailure(),
                "Remove",
                (master, key) -> master.stub
                        .remove(RemoveRequest.newBuilder()
                                .setHeader(master.changes(1))
                                .setKey(key)
                                .build())
                        .getOutcome()
                        .getFailure(),
                "BatchRemove",
                (master, key) -> master.stub
                        .batchRemove(BatchRemoveRequest.newBuilder()
                                .setHeader(master.changes(1))
                                .addKeys(key)
                                .build())
                        .getOutcomes(0)
                        .getFailure());
    }

    /** Batches of no items, and of more than one call may have. */
    static Stream<OddRequest> batches() {
        List<OddRequest> rows = new ArrayList<>();
        for (int count : new int[] {0, 1025, 100_000}) {
            List<ByteString> keys =
                    IntStream.range(0, count).mapToObj(i -> key("k" + i)).toList();
            batchesOf(keys)
                    .forEach((call, ask) -> rows.add(OddRequest.of(
                            call + " of " + count,
                            ask,
                            ErrorCode.INVALID_PARAMS,
                            " has " + count + " items, must be 1 to 1024")));
        }
        return rows.stream();
    }

    private static <T> List<T> each(List<ByteString> keys, Function<ByteString, T> item) {
        return keys.stream().map(item).toList();
    }

    private static Map<String, OddRequest.Ask> batchesOf(List<ByteString> keys) {
        List<PutStartItem> starts = each(keys, key -> item().setKey(key).build());
        List<PutEndItem> ends =
                each(keys, key -> PutEndItem.newBuilder().setKey(key).build());
        List<PutRevokeItem> revokes =
                each(keys, key -> PutRevokeItem.newBuilder().setKey(key).build());
        return Map.of(
                "BatchPutStart",
                master -> none(master.stub.batchPutStart(BatchPutStartRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .addAllItems(starts)
                        .build())),
                "BatchPutEnd",
                master -> none(master.stub.batchPutEnd(BatchPutEndRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .addAllItems(ends)
                        .build())),
                "BatchPutRevoke",
                master -> none(master.stub.batchPutRevoke(BatchPutRevokeRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .addAllItems(revokes)
                        .build())),
                "BatchGetReplicaList",
                master -> none(master.stub.batchGetReplicaList(
                        BatchGetReplicaListRequest.newBuilder().addAllKeys(keys).build())),
                "BatchExistKey",
                master -> none(master.stub.batchExistKey(
                        BatchExistKeyRequest.newBuilder().addAllKeys(keys).build())),
                "BatchRemove",
                master -> none(master.stub.batchRemove(BatchRemoveRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .addAllKeys(keys)
                        .build())));
    }
}
