package io.mooncake.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.mooncake.error.ErrorCode;
import io.mooncake.protocol.v1.WriteState;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client against a fake master, with real transfers into its own memory. */
class MooncakeClientTest {

    private static final long SEGMENT_BYTES = 64L << 20;
    private static final PutOptions SMALL_SLICES = PutOptions.DEFAULT.withSliceBytes(64 << 10);

    private FakeMaster master;
    private MooncakeClient client;

    @BeforeEach
    void connect() throws IOException {
        master = new FakeMaster();
        client = MooncakeClient.connect(config().build());
    }

    @AfterEach
    void disconnect() {
        client.close();
        master.close();
    }

    private ClientConfig.Builder config() {
        return ClientConfig.builder("127.0.0.1", master.address()).globalSegmentSizeBytes(SEGMENT_BYTES);
    }

    @Test
    void objectsOfManyLengthsComeBackAsTheyWere() {
        for (int sizeBytes : List.of(0, 1, 63, 65_536, 65_537, 1_000_000, 5 << 20)) {
            byte[] value = bytes(sizeBytes);
            String key = "object-" + sizeBytes;

            assertThat(client.put(key, value, SMALL_SLICES)).isEqualTo(new PutOutcome.Stored(1, List.of(1)));

            try (ObjectBuffer buffer = found(client.get(key))) {
                assertThat(buffer.verified()).isTrue();
                assertThat(buffer.memory().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(value);
                assertThat(buffer.memory().isReadOnly()).isTrue();
            }
            assertThat(client.size(key)).isEqualTo(new SizeOutcome.Known(sizeBytes));
            assertThat(client.exists(key)).isEqualTo(new ExistOutcome.Present());
        }
        assertThat(client.report().putsStored()).isEqualTo(7);
        assertThat(client.report().getHits()).isEqualTo(7);
        assertThat(client.report().bytesRead()).isEqualTo(client.report().bytesWritten());
    }

    @Test
    void aGetIntoALongerRegionLeavesTheRestAsItWas() {
        client.put("key", bytes(1_000));
        byte[] heap = new byte[1_500];
        Arrays.fill(heap, (byte) 7);
        MemorySegment onHeap = MemorySegment.ofArray(heap);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(1_500).fill((byte) 7);
            for (MemorySegment target : List.of(onHeap, confined)) {
                assertThat(client.getInto("key", target)).isEqualTo(new GetIntoOutcome.Loaded(1_000, true));
                assertThat(target.asSlice(0, 1_000).toArray(ValueLayout.JAVA_BYTE))
                        .isEqualTo(bytes(1_000));
                assertThat(target.asSlice(1_000).toArray(ValueLayout.JAVA_BYTE)).containsOnly(7);
            }
        }
    }

    @Test
    void confinedAndBufferValuesAreStored() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(100).copyFrom(MemorySegment.ofArray(bytes(100)));
            assertThat(client.put("confined", confined)).isInstanceOf(PutOutcome.Stored.class);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes(100));
        buffer.position(10);
        assertThat(client.put("buffer", buffer, PutOptions.DEFAULT)).isInstanceOf(PutOutcome.Stored.class);

        assertThat(buffer.position()).isEqualTo(10);
        assertThat(content("confined")).isEqualTo(bytes(100));
        assertThat(content("buffer")).isEqualTo(Arrays.copyOfRange(bytes(100), 10, 100));
    }

    @Test
    void anUpsertReplacesTheOldValueAndAFailedOneLeavesIt() {
        assertThat(client.upsert("key", bytes(100))).isInstanceOf(PutOutcome.Stored.class);
        assertThat(client.upsert("key", bytes(200))).isInstanceOf(PutOutcome.Stored.class);
        assertThat(content("key")).isEqualTo(bytes(200));
        master.plant(() -> master.grantsUnknownAddresses = true);
        assertThat(client.upsert("key", bytes(300))).isInstanceOf(PutOutcome.Failed.class);
        master.plant(() -> master.grantsUnknownAddresses = false);
        assertThat(content("key")).isEqualTo(bytes(200));
        assertThat(client.upsertBatch(
                        List.of(PutRequest.of("key", bytes(400)), PutRequest.of("new", bytes(50))),
                        PutOptions.DEFAULT,
                        UpsertMode.MAY_OVERWRITE))
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(PutOutcome.Stored.class));
        assertThat(content("key")).isEqualTo(bytes(400));
        assertThat(content("new")).isEqualTo(bytes(50));
        assertThat(master.overwriteWishes).containsExactly(false, false, false, true);
        assertThat(client.put("key", bytes(1))).isEqualTo(new PutOutcome.AlreadyExists());
    }

    @Test
    void aTakenKeyStaysAsItIsAndTheRestOfTheBatchGoesOn() {
        client.put("taken", bytes(10));

        List<PutOutcome> outcomes = client.putBatch(
                List.of(
                        PutRequest.of("before", bytes(20)),
                        PutRequest.of("taken", bytes(30)),
                        new PutRequest(ObjectKey.of(""), MemorySegment.ofArray(bytes(1))),
                        new PutRequest(ObjectKey.of(new byte[4_097]), MemorySegment.ofArray(bytes(1))),
                        PutRequest.of("after", bytes(40))),
                PutOptions.DEFAULT);

        assertThat(outcomes.get(0)).isInstanceOf(PutOutcome.Stored.class);
        assertThat(outcomes.get(1)).isEqualTo(new PutOutcome.AlreadyExists());
        assertThat(code(outcomes.get(2))).isEqualTo(ErrorCode.INVALID_KEY);
        assertThat(code(outcomes.get(3))).isEqualTo(ErrorCode.INVALID_KEY);
        assertThat(outcomes.get(4)).isInstanceOf(PutOutcome.Stored.class);
        assertThat(content("taken")).isEqualTo(bytes(10));
        ClientReport report = client.report();
        assertThat(report.putsStored()).isEqualTo(3);
        assertThat(report.putsAlreadyExisting()).isEqualTo(1);
        assertThat(report.putsFailed()).containsExactlyEntriesOf(Map.of(ErrorCode.INVALID_KEY, 2L));
        assertThat(master.ended).hasSize(3);
    }

    @Test
    void batchesOfNothingAndInvalidKeysSendNothing() {
        assertThat(client.putBatch(List.of(), PutOptions.DEFAULT)).isEmpty();
        assertThat(client.getBatch(List.of())).isEmpty();
        assertThat(client.getBatchInto(List.of())).isEmpty();
        assertThat(client.existsBatch(List.of())).isEmpty();
        assertThat(client.removeBatch(List.of(), false)).isEmpty();

        assertThat(client.get(""))
                .isInstanceOfSatisfying(
                        GetOutcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.INVALID_KEY));
        assertThat(client.exists("\ud800"))
                .isInstanceOfSatisfying(
                        ExistOutcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.INVALID_KEY));
        assertThat(client.remove("x".repeat(4_097), false))
                .isInstanceOfSatisfying(
                        RemoveOutcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.INVALID_KEY));
        assertThat(client.exists("x".repeat(4_096))).isEqualTo(new ExistOutcome.Missing());
    }

    @Test
    @SuppressWarnings("NullAway") // passes null on purpose
    void nullIsAFaultOfTheProgram() {
        assertThatNullPointerException().isThrownBy(() -> client.put((String) null, bytes(1)));
        assertThatNullPointerException().isThrownBy(() -> client.putBatch(null, PutOptions.DEFAULT));
        assertThatNullPointerException().isThrownBy(() -> client.putBatch(List.of(), null));
        assertThatNullPointerException().isThrownBy(() -> client.getBatch(null));
        assertThat(master.operationIds).isEmpty();
    }

    @Test
    void aMissIsNoFailureAndLeavesTheRegionAsItWas() {
        byte[] region = bytes(10);

        assertThat(client.get("none")).isEqualTo(new GetOutcome.Missing());
        assertThat(client.getInto("none", MemorySegment.ofArray(region))).isEqualTo(new GetIntoOutcome.Missing());
        assertThat(client.size("none")).isEqualTo(new SizeOutcome.Missing());
        assertThat(client.remove("none", false)).isEqualTo(new RemoveOutcome.Missing());

        assertThat(region).isEqualTo(bytes(10));
        assertThat(client.report().getMisses()).isEqualTo(2);
        assertThat(client.report().getsFailed()).isEmpty();
    }

    @Test
    void aReadBeyondItsLeaseSurfacesNothing() {
        client.put("key", bytes(1_000));
        master.plant(() -> {
            master.leaseTtlMillis = 0;
        });
        byte[] region = bytes(1_200);

        assertThat(failedGet("key")).isEqualTo(ErrorCode.LEASE_EXPIRED);
        assertThat(client.getInto("key", MemorySegment.ofArray(region))).isInstanceOf(GetIntoOutcome.Failed.class);

        assertThat(region).containsOnly(0);
        assertThat(client.report().getsFailed()).containsEntry(ErrorCode.LEASE_EXPIRED, 2L);
    }

    @Test
    void wrongBytesAreCountedOncePerGetAndZeroed() {
        client.put("key", bytes(200_000), SMALL_SLICES);
        master.plant(() -> {
            master.wrongChecksums = 2;
        });
        byte[] region = bytes(200_000);

        assertThat(failedGet("key")).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
        assertThat(client.getInto("key", MemorySegment.ofArray(region))).isInstanceOf(GetIntoOutcome.Failed.class);

        assertThat(region).containsOnly(0);
        assertThat(client.report().checksumMismatches()).isEqualTo(2);
        assertThat(content("key")).isEqualTo(bytes(200_000));
    }

    @Test
    void checksumsOffComparesNothing() {
        try (MooncakeClient unchecked =
                MooncakeClient.connect(config().checksum(false).build())) {
            client.put("checked", bytes(100));
            unchecked.put("unchecked", bytes(100));
            master.plant(() -> {
                master.wrongChecksums = 1;
            });
            try (ObjectBuffer buffer = found(unchecked.get("checked"))) {
                assertThat(buffer.verified()).isFalse();
            }
            try (ObjectBuffer buffer = found(client.get("unchecked"))) {
                assertThat(buffer.verified()).isFalse();
            }
        }
    }

    @Test
    void aTargetThatIsTooShortIsZeroedAndSaysSo() {
        client.put("key", bytes(1_000));
        byte[] region = bytes(999);

        assertThat(client.getInto("key", MemorySegment.ofArray(region)))
                .isInstanceOfSatisfying(
                        GetIntoOutcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.BUFFER_OVERFLOW));
        assertThat(region).containsOnly(0);
        assertThat(client.getInto("key", MemorySegment.ofArray(bytes(2_000)).asReadOnly()))
                .isInstanceOfSatisfying(
                        GetIntoOutcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.INVALID_PARAMS));
    }

    @Test
    void aStartWhoseAnswerWasLostIsTheSameOperationAgain() {
        master.plant(() -> {
            master.startsWithoutAnswer = 2;
        });

        assertThat(client.put("key", bytes(100))).isInstanceOf(PutOutcome.Stored.class);

        assertThat(master.operationIds).hasSize(3).containsOnly(master.operationIds.getFirst());
    }

    @Test
    void aMasterThatRestartsDuringAPutNeverSeesItsEndAndMemoryGetsANewBase() {
        client.put("old", bytes(100));
        long oldBase = master.everOffered.getLast().getBase();
        master.plant(() -> {
            master.clientTtlMillis = 100;
            master.restartsAfterStart = 1;
        });

        PutOutcome during = client.put("during", bytes(100));
        PutOutcome after = client.put("after", bytes(100));

        assertThat(code(during)).isEqualTo(ErrorCode.CLIENT_NOT_FOUND);
        assertThat(after).isInstanceOf(PutOutcome.Stored.class);
        assertThat(content("after")).isEqualTo(bytes(100));
        assertThat(client.get("old")).isEqualTo(new GetOutcome.Missing());
        assertThat(client.report().remounts()).isEqualTo(1);
        assertThat(master.everOffered.getLast().getBase()).isNotEqualTo(oldBase);
    }

    @Test
    void aSegmentInUseKeepsItsBaseAndItsId() {
        client.put("key", bytes(100));
        master.plant(() -> {
            master.segmentsStayInUse = true;
            master.forgetClients();
        });

        assertThat(client.put("other", bytes(100))).isInstanceOf(PutOutcome.Stored.class);

        assertThat(master.everOffered).hasSize(2).containsOnly(master.everOffered.getFirst());
        assertThat(content("key")).isEqualTo(bytes(100));
    }

    @Test
    void replicasOnOtherOwnersAreWrittenAndReadOverTcp() {
        try (MooncakeClient other = MooncakeClient.connect(config().build());
                MooncakeClient reader = MooncakeClient.connect(
                        config().globalSegmentSizeBytes(0).build())) {
            PutOptions two = PutOptions.replicas(2).withSliceBytes(64 << 10);

            assertThat(reader.put("key", bytes(1_000_000), two)).isEqualTo(new PutOutcome.Stored(2, List.of(1, 1)));
            for (MooncakeClient any : List.of(client, other, reader)) {
                try (ObjectBuffer buffer = found(any.get("key"))) {
                    assertThat(buffer.memory().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes(1_000_000));
                }
            }
        }
    }

    @Test
    void aDeadReplicaIsPassedOver() throws IOException {
        client.put("key", bytes(200_000), SMALL_SLICES);
        try (ServerSocket free = new ServerSocket(0)) {
            int port = free.getLocalPort();
            master.plant(() -> master.deadEndpoint = "127.0.0.1:" + port);
        }
        try (MooncakeClient reader =
                MooncakeClient.connect(config().globalSegmentSizeBytes(0).build())) {
            try (ObjectBuffer buffer = found(reader.get("key"))) {
                assertThat(buffer.memory().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes(200_000));
            }
            assertThat(reader.report().replicaFailovers()).isEqualTo(1);
        }
    }

    @Test
    void everyNthServedReadIsWrongAndNoneIsSurfaced() {
        try (MooncakeClient node =
                        MooncakeClient.connect(config().corruptEveryNthRead(3).build());
                MooncakeClient reader = MooncakeClient.connect(
                        config().globalSegmentSizeBytes(0).build())) {
            client.close();
            reader.put("key", bytes(10_000));
            for (int round = 1; round <= 9; round++) {
                GetOutcome outcome = reader.get("key");
                if (round % 3 == 0) {
                    assertThat(outcome).isInstanceOf(GetOutcome.Failed.class);
                } else {
                    found(outcome).close();
                }
            }
            assertThat(reader.report().checksumMismatches()).isEqualTo(3);
            assertThat(reader.report().getHits()).isEqualTo(6);
            assertThat(node.report().getHits()).isZero();
        }
    }

    @Test
    void aStartThatWasExecutedButNeverAnsweredIsGivenUpLater() {
        try (MooncakeClient hasty = MooncakeClient.connect(
                config().controlDeadline(Duration.ofMillis(300)).build())) {
            master.plant(() -> {
                master.clientTtlMillis = 100;
                master.startsForEverSilent = 1;
            });

            assertThat(code(hasty.put("key", bytes(100)))).isEqualTo(ErrorCode.RPC_TIMEOUT);

            await(() -> master.revokedCount() == 1);
            assertThat(hasty.put("key", bytes(200))).isInstanceOf(PutOutcome.Stored.class);
            assertThat(content("key")).isEqualTo(bytes(200));
        }
    }

    @Test
    void anEndThatWasNeverAnsweredTakesEffectLater() {
        try (MooncakeClient hasty = MooncakeClient.connect(
                config().controlDeadline(Duration.ofMillis(300)).build())) {
            master.plant(() -> {
                master.clientTtlMillis = 100;
                master.endsForEverSilent = 1;
            });

            PutOutcome outcome = hasty.put("key", bytes(100));

            assertThat(code(outcome)).isEqualTo(ErrorCode.RPC_TIMEOUT);
            assertThat(((PutOutcome.Failed) outcome).message()).contains("may be stored later");
            await(() -> hasty.exists("key") instanceof ExistOutcome.Present);
            assertThat(content("key")).isEqualTo(bytes(100));
        }
    }

    @Test
    void aPutWhoseTargetRefusesIsRevokedAsSettled() {
        master.plant(() -> {
            master.grantsUnknownAddresses = true;
        });

        assertThat(code(client.put("key", bytes(100)))).isEqualTo(ErrorCode.TRANSFER_FAIL);

        assertThat(master.ended).isEmpty();
        assertThat(master.revoked).hasSize(1);
        assertThat(master.revoked.getFirst().getWrites(0).getState()).isEqualTo(WriteState.WRITE_SETTLED);
        assertThat(client.exists("key")).isEqualTo(new ExistOutcome.Missing());
    }

    @Test
    void closingTwiceIsFineAndUnmounts() {
        assertThat(master.segments).hasSize(1);

        client.close();
        client.close();

        assertThat(master.segments).isEmpty();
        assertThatExceptionOfType(MooncakeException.class)
                .isThrownBy(() -> client.put("key", bytes(1)))
                .satisfies(fault -> assertThat(fault.code()).isEqualTo(ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS));
    }

    @Test
    void buffersOutliveTheClient() {
        client.put("key", bytes(100));
        ObjectBuffer buffer = found(client.get("key"));

        client.close();

        assertThat(buffer.memory().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes(100));
        buffer.close();
        buffer.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(buffer::memory);
    }

    @Test
    void aMasterThatIsNotThereIsSaidInTime() {
        String address = master.address();
        client.close();
        master.close();
        ClientConfig config = ClientConfig.builder("127.0.0.1", address)
                .controlDeadline(Duration.ofMillis(300))
                .build();

        assertThatExceptionOfType(MooncakeException.class)
                .isThrownBy(() -> MooncakeClient.connect(config))
                .satisfies(fault -> {
                    assertThat(fault.code()).isEqualTo(ErrorCode.RPC_FAIL);
                    assertThat(fault.getMessage()).contains(address, "Check that the master runs");
                });
        assertThatExceptionOfType(MooncakeException.class)
                .isThrownBy(() -> MooncakeClient.connect(
                        ClientConfig.builder("127.0.0.1", "nowhere").build()))
                .satisfies(fault -> assertThat(fault.code()).isEqualTo(ErrorCode.INVALID_PARAMS));
    }

    private static void await(BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadlineNanos).as("waited too long").isNegative();
            Thread.onSpinWait();
        }
    }

    private byte[] content(String key) {
        try (ObjectBuffer buffer = found(client.get(key))) {
            return buffer.memory().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private ErrorCode failedGet(String key) {
        GetOutcome outcome = client.get(key);
        assertThat(outcome).isInstanceOf(GetOutcome.Failed.class);
        return ((GetOutcome.Failed) outcome).code();
    }

    private static ObjectBuffer found(GetOutcome outcome) {
        assertThat(outcome).isInstanceOf(GetOutcome.Found.class);
        return ((GetOutcome.Found) outcome).buffer();
    }

    private static ErrorCode code(PutOutcome outcome) {
        assertThat(outcome).isInstanceOf(PutOutcome.Failed.class);
        return ((PutOutcome.Failed) outcome).code();
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }
}
